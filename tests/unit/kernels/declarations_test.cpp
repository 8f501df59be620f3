// Arguments of kernels from declarations: names, kinds, order, errors.

#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace declarations_test {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string groups = R"(
thorn: wave
description: A wave
parameters:
  speed: {type: real, default: 1.0, description: Speed}
  order: {type: int, default: 2, description: Order}
  label: {type: string, default: none, description: Text}
  weights: {type: "real[]", default: [], description: Several}
  shape:
    type: keyword
    default: flat
    choices: {flat: Flat, round: Round}
    description: Shape
  k: {type: real, default: 1.0, description: A bad name for a kernel}
  phi_p: {type: real, default: 1.0, description: The name of a timelevel}
  shape_round: {type: real, default: 1.0, description: The name of a choice}
groups:
  scalar: {type: gf, variables: [phi, chi], timelevels: 3, description: Waves}
  counts: {type: gf, datatype: int, variables: [hits], description: Integers}
  fourier: {type: gf, datatype: complex, variables: [hat], description: Complex}
  tables: {type: array, shape: [5], variables: [table], description: An array}
  energies: {type: scalar, variables: [energy], timelevels: 2, description: A scalar}
  totals: {type: scalar, datatype: int, variables: [steps], description: A scalar}
  grids: {type: gf, variables: [double2], description: A type of OpenCL}
schedule:
)";

ThornDeclaration read(const std::string& text, const std::string& file = "wave.yaml") {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text(text, file, errors);
  errors.raise_if_any();
  return thorn;
}

std::vector<std::string> errors_of(const std::string& item, const std::vector<ThornDeclaration>& inherited = {}) {
  ErrorList errors;
  kernel_declarations(read(groups + "  - {kernel: step, at: evol, " + item + "}\n"), inherited, errors);
  return errors.messages();
}

KernelDeclaration kernel_of(const std::string& item, const std::vector<ThornDeclaration>& inherited = {}) {
  ErrorList errors;
  const auto kernels =
      kernel_declarations(read(groups + "  - {kernel: step, at: evol, " + item + "}\n"), inherited, errors);
  errors.raise_if_any();
  return kernels.at(0);
}

std::vector<std::string> texts(const KernelDeclaration& kernel) {
  std::vector<std::string> result;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string access(to_string(argument.access));
    const std::string kind = argument.is_field()                   ? access
                             : argument.is_array()                 ? "array " + access
                             : argument.kind == ArgumentKind::real ? "real"
                                                                   : "integer";
    result.push_back(argument.name + " " + argument.source + " " + kind);
  }
  return result;
}

TEST(KernelDeclarations, ListFieldsThenRealsThenIntegers) {
  const KernelDeclaration kernel =
      kernel_of("uses: [order, speed, shape], reads: [phi@1, \"phi@2(interior)\", energy@1, steps], writes: [phi]");
  EXPECT_THAT(texts(kernel),
              ElementsAre("phi_p wave::phi@1 read", "phi_p_p wave::phi@2 read", "phi wave::phi@0 write",
                          "energy_p wave::energy@1 real", "speed wave::speed real", "steps wave::steps@0 integer",
                          "order wave::order integer", "shape wave::shape integer"));
  EXPECT_THAT(kernel.constants, ElementsAre(std::pair<std::string, long>("shape_flat", 0),
                                            std::pair<std::string, long>("shape_round", 1)));
  EXPECT_EQ(kernel.path, "step.kernel");
}

TEST(KernelDeclarations, TakeGroupsForTheirVariables) {
  EXPECT_THAT(texts(kernel_of("reads: [scalar@1], writes: [scalar]")),
              ElementsAre("phi_p wave::phi@1 read", "chi_p wave::chi@1 read", "phi wave::phi@0 write",
                          "chi wave::chi@0 write"));
}

TEST(KernelDeclarations, MakeOneArgumentOfWhatIsReadAndWritten) {
  EXPECT_THAT(texts(kernel_of("reads: [phi(interior)], writes: [phi(boundary)]")),
              ElementsAre("phi wave::phi@0 readwrite"));
}

TEST(KernelDeclarations, CountClausesOfOneSlotTogether) {
  EXPECT_THAT(errors_of("writes: [phi(interior), phi(boundary), chi(owned)]"), IsEmpty());
}

TEST(KernelDeclarations, FindWhatIsInherited) {
  const ThornDeclaration other = read("thorn: other\ndescription: Another\nparameters:\n"
                                      "  rate: {type: real, default: 1.0, description: Rate}\n"
                                      "groups:\n  more: {type: gf, variables: [psi, phi], description: More}\n",
                                      "other.yaml");
  EXPECT_THAT(texts(kernel_of("uses: [rate], reads: [psi], writes: [phi]", {other})),
              ElementsAre("psi other::psi@0 read", "phi wave::phi@0 write", "rate other::rate real"));
  EXPECT_THAT(texts(kernel_of("uses: [\"other::rate\"], writes: [\"other::phi\"]", {other})),
              ElementsAre("phi other::phi@0 write", "rate other::rate real"));
  EXPECT_THAT(errors_of("reads: [psi], writes: [phi]"),
              ElementsAre(HasSubstr("\"psi\" is no variable or group of wave")));
}

TEST(KernelDeclarations, ANameOfTwoInheritedThornsMustSayWhich) {
  const auto inherited = [](const std::string& name) {
    return read("thorn: " + name + "\ndescription: Another\nparameters:\n" +
                    "  rate: {type: int, default: 1, description: Rate}\n" +
                    "groups:\n  more: {type: gf, variables: [psi], description: More}\n",
                name + ".yaml");
  };
  const std::vector<ThornDeclaration> both{inherited("a"), inherited("b")};
  EXPECT_THAT(errors_of("reads: [psi], writes: [phi]", both),
              ElementsAre(HasSubstr("\"psi\" may mean a::psi or b::psi: write the full name")));
  EXPECT_THAT(errors_of("uses: [rate], threads: [rate], writes: [phi]", both),
              Each(HasSubstr("\"rate\" may mean a::rate or b::rate: write the full name")));
  EXPECT_THAT(errors_of("uses: [\"a::rate\"], reads: [\"b::psi\"], writes: [phi]", both), IsEmpty());
}

TEST(KernelDeclarations, BoundNamesAreFieldsWithoutAThorn) {
  EXPECT_THAT(texts(kernel_of("bind: {a: rhs, u: evolved}, reads: [a, u@1, phi], writes: [u]")),
              ElementsAre("a a@0 read", "u_p u@1 read", "phi wave::phi@0 read", "u u@0 write"));
  EXPECT_THAT(errors_of("bind: {chi: evolved}, writes: [chi]"),
              ElementsAre(HasSubstr("bind: \"chi\" is also the variable or group wave::chi")));
  EXPECT_THAT(errors_of("bind: {a: rhs}, writes: [phi]"),
              ElementsAre(HasSubstr("bind: no clause of the kernel names \"a\"")));
  EXPECT_THAT(errors_of("bind: {x: rhs}, writes: [x]"),
              ElementsAre(HasSubstr("x@0 would be named \"x\", which is reserved")));
}

TEST(KernelDeclarations, CallTheKernelByItsItemAndTheFileByItsTarget) {
  const KernelDeclaration kernel = kernel_of("as: half_step, writes: [phi]");
  EXPECT_EQ(kernel.name, "half_step");
  EXPECT_EQ(kernel.path, "step.kernel");
}

TEST(KernelDeclarations, TakeTheExtentThatHoldsThoseOfAllReadsOfASlot) {
  ThornDeclaration thorn = read(groups + "  - {kernel: step, at: evol, reads: [\"phi@1(interior)\", "
                                         "\"phi@1(boundary)\", phi@2, chi@1], writes: [phi]}\n");
  std::vector<ClauseDeclaration>& clauses = thorn.schedule[0].clauses;
  clauses[0].extent = parse_extent("<-1:0>");
  clauses[1].extent = parse_extent("<0:2, -1:1>");
  clauses[2].extent = parse_extent("<0>");
  ErrorList errors;
  const KernelDeclaration kernel = kernel_declarations(thorn, {}, errors).at(0);
  EXPECT_THAT(errors.messages(), IsEmpty());
  ASSERT_THAT(texts(kernel), ElementsAre("phi_p wave::phi@1 read", "phi_p_p wave::phi@2 read", "chi_p wave::chi@1 read",
                                         "phi wave::phi@0 write"));
  EXPECT_EQ(kernel.arguments[0].extent, parse_extent("<-1:2, -1:1>"));
  EXPECT_EQ(kernel.arguments[1].extent, parse_extent("<0>"));
  EXPECT_EQ(kernel.arguments[2].extent, std::nullopt);
  EXPECT_EQ(kernel.arguments[3].extent, std::nullopt);
}

TEST(KernelDeclarations, RefuseExtentsOfScalars) {
  ThornDeclaration thorn = read(groups + "  - {kernel: step, at: evol, reads: [energy], writes: [phi]}\n");
  thorn.schedule[0].clauses[0].extent = parse_extent("<-1:1>");
  ErrorList errors;
  kernel_declarations(thorn, {}, errors);
  EXPECT_THAT(errors.messages(),
              ElementsAre(HasSubstr("energy has the extent <-1:1>, but an extent is for grid functions")));
}

// The group `more` is temporary. `stage` and `order` are of the item.
std::pair<KernelDeclaration, std::vector<std::string>> with_temporaries(const std::string& item, int stage,
                                                                        VerticalOrder order = VerticalOrder::parallel) {
  std::string text = groups;
  text.insert(text.find("  grids:"), "  more: {type: gf, variables: [lap, flx], description: Temporaries}\n");
  ThornDeclaration thorn = read(text + "  - {kernel: step, at: evol, " + item + "}\n");
  for (GroupDeclaration& group : thorn.groups)
    if (group.group.name == "more") group.group.temporary = true;
  thorn.schedule[0].stage = stage;
  thorn.schedule[0].order = order;
  ErrorList errors;
  std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, {}, errors);
  return {kernels.at(0), errors.messages()};
}

TEST(KernelDeclarations, OfStagesTakeTemporariesForFields) {
  const auto [kernel, errors] = with_temporaries("reads: [lap, phi], writes: [flx, lap, chi]", 2);
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_THAT(texts(kernel), ElementsAre("lap wave::lap@0 readwrite", "phi wave::phi@0 read", "flx wave::flx@0 write",
                                         "chi wave::chi@0 write"));
  EXPECT_TRUE(kernel.of_stage);
  EXPECT_EQ(kernel.order, VerticalOrder::parallel);
  EXPECT_EQ(with_temporaries("writes: [phi]", 0, VerticalOrder::backward).first.order, VerticalOrder::backward);
  EXPECT_FALSE(with_temporaries("writes: [phi]", -1).first.of_stage);
}

TEST(KernelDeclarations, OfStagesMayWriteTemporariesAlone) {
  EXPECT_THAT(with_temporaries("reads: [phi], writes: [lap]", 0).second, IsEmpty());
  EXPECT_THAT(with_temporaries("reads: [lap], writes: [energy]", 0).second,
              ElementsAre(HasSubstr("energy is a scalar")));
}

TEST(KernelDeclarations, OfStagesStillWriteOneRegion) {
  EXPECT_THAT(with_temporaries("writes: [lap, phi(interior), chi(boundary)]", 0).second,
              ElementsAre(HasSubstr("phi (interior) and chi (boundary)")));
}

TEST(KernelDeclarations, OfStagesArePointwise) {
  EXPECT_THAT(with_temporaries("threads: [8], reads: [phi@1], writes: [phi]", 0).second,
              ElementsAre(HasSubstr("kernel step is in a stage of a stencil, so it is pointwise: remove threads:")));
}

TEST(KernelDeclarations, OutsideOfStagesHaveNoTemporaries) {
  for (const char* item : {"reads: [lap], writes: [phi]", "reads: [phi@1], writes: [phi, lap]"})
    EXPECT_THAT(with_temporaries(item, -1).second,
                ElementsAre(AllOf(HasSubstr("kernel step: lap is a temporary, which exists in the stages of a stencil "
                                            "only: make the kernel a stage of a stencil"),
                                  HasSubstr("remove \"temporary: true\" from group more"))));
}

struct Refusal {
  const char* item;
  std::vector<const char*> expected;
};

TEST(KernelDeclarations, RefuseWhatKernelsCannotDo) {
  const Refusal refusals[] = {
      {"writes: [pho]", {"wave.yaml:", "\"pho\" is no variable or group of wave", "did you mean \"phi\"?"}},
      {"reads: [\"foreign::psi\"], writes: [phi]", {"\"foreign::psi\" is no variable or group of wave"}},
      {"uses: [sped], writes: [phi]", {"\"sped\" is no parameter of wave", "did you mean \"speed\"?"}},
      {"uses: [label], writes: [phi]", {"uses label, which is a string", "real, int, bool and keyword"}},
      {"uses: [weights], writes: [phi]", {"uses weights, which is an array"}},
      {"reads: [table], writes: [phi]", {"table is an array", "schedule a block kernel (threads:) or a function"}},
      {"reads: [hat], writes: [phi]", {"hat is complex", "schedule a function"}},
      {"reads: [hits], writes: [phi]", {"hits is a grid function of type int"}},
      {"writes: [energy]", {"energy is a scalar", "cannot write it"}},
      {"reads: [phi@3], writes: [phi]", {"phi@3 names timelevel 3, but group scalar has 3 timelevels", "@0 to @2"}},
      {"writes: [phi(interior), chi(boundary)]", {"phi (interior) and chi (boundary)", "split it into two kernels"}},
      {"uses: [k], writes: [phi]", {"wave::k would be named \"k\", which is reserved (the index along z)"}},
      {"writes: [double2]", {"\"double2\", which is reserved (a word of a kernel language)"}},
      {"uses: [phi_p], reads: [phi@1], writes: [phi]",
       {"the name \"phi_p\" stands for both wave::phi@1 and wave::phi_p"}},
      {"uses: [shape, shape_round], writes: [phi]", {"the name \"shape_round\" stands for both"}},
  };
  for (const Refusal& refusal : refusals) {
    const std::vector<std::string> found = errors_of(refusal.item);
    bool matched = false;
    for (const std::string& message : found) {
      bool all = true;
      for (const char* part : refusal.expected) all = all && message.find(part) != std::string::npos;
      matched = matched || all;
    }
    EXPECT_TRUE(matched) << refusal.item << " gave " << ::testing::PrintToString(found);
  }
}

TEST(KernelDeclarations, WithAMissingNameHaveOneMessage) {
  EXPECT_THAT(errors_of("reads: [pho@1, \"pho@2(interior)\"], writes: [pho]"),
              ElementsAre(AllOf(HasSubstr("\"pho\" is no variable or group of wave"),
                                ::testing::ContainsRegex("; the same at [0-9]+:[0-9]+ and [0-9]+:[0-9]+$"))));
}

TEST(ReservedNames, AreThoseOfTheDialectAndOfItsLanguages) {
  for (const char* name : {"i", "z", "dt", "iteration", "nk", "M_PI", "sqrt", "min", "real", "nopal_x", "__a", "int",
                           "template", "global", "uint", "double4", "threadIdx", "half", "restrict"})
    EXPECT_FALSE(reserved_meaning(name).empty()) << name;
  for (const char* name : {"phi", "u", "error", "time_scale", "doubled", "j0", "y0", "length", "dot", "b", "row"})
    EXPECT_TRUE(reserved_meaning(name).empty()) << name;
}

TEST(KernelDeclarations, AliasesAreNamesInTheText) {
  const auto other = [](const std::string& name) {
    return read("thorn: " + name + "\ngroups: {fields: {type: gf, variables: [u, v], timelevels: 2}}\n",
                name + ".yaml");
  };
  const std::string text = "thorn: both\ninherits: [a, b]\nalias: {u_of_a: \"a::u\", u_of_b: \"b::u\"}\n"
                           "groups: {sums: {type: gf, variables: [w]}}\nschedule:\n"
                           "  - {kernel: add, at: evol, reads: [u_of_a, u_of_b@1], writes: [w]}\n";
  ErrorList errors;
  const auto kernels = kernel_declarations(read(text, "both.yaml"), {other("a"), other("b")}, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  ASSERT_EQ(kernels.front().arguments.size(), 3);
  EXPECT_EQ(kernels.front().arguments[0].name, "u_of_a");
  EXPECT_EQ(kernels.front().arguments[0].source, "a::u@0");
  EXPECT_EQ(kernels.front().arguments[1].name, "u_of_b_p");
  EXPECT_EQ(kernels.front().arguments[1].source, "b::u@1");
}

} // namespace declarations_test
} // namespace nopal::test
