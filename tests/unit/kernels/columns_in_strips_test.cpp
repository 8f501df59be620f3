// Tests which vertical stages can be computed in strips of columns, and which fields are kept.

#include "core/generator/columns_in_strips.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace columns_in_strips_test {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string head = R"(thorn: t
description: A test
groups:
  fields: {type: gf, variables: [p, q, r], timelevels: 2, description: Fields}
  inside: {type: gf, variables: [s, t], temporary: true, description: Temporaries}
schedule:
  - stencil: chain
    at: evol
    stages:
)";

/// The phases of the stencil with these stages. `texts`: of their kernels.
std::vector<ColumnsDeclaration> phases_of(const std::string& stages, const std::vector<std::string>& texts) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(head + stages, "t.yaml", errors);
  const std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, {}, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_EQ(kernels.size(), texts.size());
  const auto stencils = stencil_declarations(thorn, {}, kernels);
  if (stencils.empty() || kernels.size() != texts.size()) return {};
  return columns_in_strips(stencils[0], kernels, texts);
}

/// "1 of stage 0, 2 levels, 1 readable": a kept field by the position of its argument.
std::vector<std::string> texts(const std::vector<KeptDeclaration>& kept) {
  std::vector<std::string> all;
  for (const KeptDeclaration& each : kept)
    all.push_back(std::to_string(each.argument) + " of stage " + std::to_string(each.stage) + ", " +
                  std::to_string(each.levels) + " levels, " + std::to_string(each.readable) + " readable");
  return all;
}

/// The kept fields of the first stage: it has the order and reads its own output q. p and q are the arguments 0 and 1.
std::vector<std::string> kept(const std::string& order, const std::string& q, const std::string& text,
                              const std::string& last = "reads: [p@1], writes: [r]",
                              const std::string& last_text = "r(i,j,k) = p_p(i,j,k);") {
  const auto phases = phases_of("      - {kernel: one, order: " + order + ", reads: [p@1, \"" + q +
                                    "\"], writes: [q]}\n      - {kernel: two, " + last + "}\n",
                                {text, last_text});
  return phases.empty() ? std::vector<std::string>{"no phase"} : texts(phases[0].kept);
}

const std::string r_is_kept = "2 of stage 1, 1 levels, 0 readable";

TEST(ColumnsInStrips, KeepAsManyLevelsAsTheStageReadsBehindItsPoint) {
  EXPECT_THAT(kept("forward", "q<0, 0, -1:-1>", "q(i,j,k) = q(i,j,k-1);"),
              ElementsAre("1 of stage 0, 2 levels, 1 readable", r_is_kept));
  EXPECT_THAT(kept("backward", "q<0, 0, 1:1>", "q(i,j,k) = q(i,j,k+1);"),
              ElementsAre("1 of stage 0, 2 levels, 1 readable", r_is_kept));
  EXPECT_THAT(kept("forward", "q<0, 0, -2:-1>", "q(i,j,k) = q(i,j,k-2);"),
              ElementsAre("1 of stage 0, 4 levels, 2 readable", r_is_kept));
  EXPECT_THAT(kept("backward", "q<0, 0, 3:3>", "q(i,j,k) = q(i,j,k+3);"),
              ElementsAre("1 of stage 0, 4 levels, 3 readable", r_is_kept));
  EXPECT_THAT(kept("forward", "q<0, 0, -4:-4>", "q(i,j,k) = q(i,j,k-4);"),
              ElementsAre("1 of stage 0, 8 levels, 4 readable", r_is_kept));
}

TEST(ColumnsInStrips, DoNotKeepWhatIsReadAtItsPoint) {
  const std::string value = "q(i,j,k) = p_p(i,j,k);";
  EXPECT_THAT(kept("forward", "q<0, 0, -1:0>", value), ElementsAre(r_is_kept));
  EXPECT_THAT(kept("backward", "q<0, 0, 0:1>", value), ElementsAre(r_is_kept));
  // The text writes the point, so the extent that it shows holds the point.
  EXPECT_THAT(kept("forward", "q", "q(i,j,k) = q(i,j,k-1);"), ElementsAre(r_is_kept));
  EXPECT_THAT(kept("forward", "q<0, 0, -1:-1>", value, "reads: [p@1, r(interior)], writes: [r]",
                   "r(i,j,k) = r(i,j,k) + p_p(i,j,k);"),
              ElementsAre("1 of stage 0, 2 levels, 1 readable"));
}

TEST(ColumnsInStrips, DoNotKeepWhatAnotherStageUses) {
  const std::string value = "q(i,j,k) = q(i,j,k-1);";
  EXPECT_THAT(kept("forward", "q<0, 0, -1:-1>", value, "reads: [q(interior)], writes: [r]", "r(i,j,k) = q(i,j,k);"),
              ElementsAre(r_is_kept));
  EXPECT_THAT(
      kept("forward", "q<0, 0, -1:-1>", value, "reads: [\"q<0, 0, -1:-1>\"], writes: [r]", "r(i,j,k) = q(i,j,k-1);"),
      ElementsAre(r_is_kept));
  EXPECT_THAT(kept("forward", "q<0, 0, -1:-1>", value, "reads: [p@1], writes: [q]", "q(i,j,k) = p_p(i,j,k);"),
              IsEmpty());
  // Another timelevel is another field.
  EXPECT_THAT(kept("forward", "q<0, 0, -1:-1>", value, "reads: [q@1], writes: [r]", "r(i,j,k) = q_p(i,j,k);"),
              ElementsAre("1 of stage 0, 2 levels, 1 readable", "3 of stage 1, 1 levels, 0 readable"));
}

TEST(ColumnsInStrips, KernelsOfIntervalsAreOneStage) {
  const auto phases = phases_of(R"(      - {kernel: one, reads: [p@1], writes: [s]}
      - as: two
        order: backward
        kernels: {top-1: upper, "bottom+1 : top-2": lower}
        reads: [s, "q<0, 0, 1:2>"]
        writes: [q, r]
)",
                                {"s(i,j,k) = p_p(i,j,k);", "q(i,j,k) = s(i,j,k);\nr(i,j,k) = 1.0;",
                                 "q(i,j,k) = s(i,j,k) + q(i,j,k+1);\nr(i,j,k) = 2.0;"});
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].first, 0U);
  EXPECT_EQ(phases[0].end, 3U);
  EXPECT_THAT(texts(phases[0].kept),
              ElementsAre("1 of stage 1, 4 levels, 2 readable", "2 of stage 1, 1 levels, 0 readable"));
}

TEST(ColumnsInStrips, MayReadInputsBesideTheColumnAndTemporariesInIt) {
  const std::string stages = R"(      - {kernel: one, reads: ["p@1<-1:1, -2:2, -1:1>"], writes: [s]}
      - {kernel: two, order: forward, reads: ["s<0, 0, -1:1>", "t<0, 0, -1:-1>"], writes: [t, q]}
)";
  const auto phases =
      phases_of(stages, {"s(i,j,k) = p_p(i+1,j-2,k);", "t(i,j,k) = t(i,j,k-1);\nq(i,j,k) = s(i,j,k+1);"});
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_THAT(texts(phases[0].kept), ElementsAre("1 of stage 1, 1 levels, 0 readable"));
}

TEST(ColumnsInStrips, AreNotThereIfAStageReadsBesideItsColumnWhatAStageWrites) {
  const std::string one = "s(i,j,k) = p_p(i,j,k);\nr(i,j,k) = 1.0;";
  const auto found = [&](const std::string& reads, const std::string& two) {
    return phases_of(
               "      - {kernel: one, reads: [p@1], writes: [s, r]}\n      - {kernel: two, order: forward, reads: [" +
                   reads + ", \"q<0, 0, -1:-1>\"], writes: [q]}\n",
               {one, two})
        .size();
  };
  EXPECT_EQ(found("s", "q(i,j,k) = s(i,j,k);"), 1U);
  EXPECT_EQ(found("\"s<0:1>\"", "q(i,j,k) = s(i,j,k);"), 0U);
  EXPECT_EQ(found("s", "q(i,j,k) = s(i,j+1,k);"), 0U) << "the text shows the extent";
  EXPECT_EQ(found("\"r<0, -1:0>\"", "q(i,j,k) = r(i,j-1,k);"), 0U);
  EXPECT_EQ(found("s", "const int n = iteration;\nq(i,j,k) = s(i,j,k-n);"), 0U) << "a hidden index";
  // Also if the stage that reads comes first.
  EXPECT_THAT(phases_of(R"(      - {kernel: one, order: forward, reads: ["q<-1:1>", "r<0, 0, -1:-1>"], writes: [r]}
      - {kernel: two, reads: [p@1], writes: [q]}
)",
                        {"r(i,j,k) = q(i+1,j,k);", "q(i,j,k) = p_p(i,j,k);"}),
              IsEmpty());
}

TEST(ColumnsInStrips, OnlyPhasesWithAnOrderOrIntervalsHaveThem) {
  const auto phases = phases_of(R"(      - {kernel: one, reads: [p@1], writes: [q]}
      - {kernel: edge, reads: [p@1], writes: [q(boundary)]}
      - {kernel: two, order: forward, reads: [q(interior), "r<0, 0, -1:-1>"], writes: [r]}
      - {kernel: edges, reads: [p@1], writes: [r(boundary)]}
      - as: three
        kernels: {bottom+1: lower, "bottom+2 : top-1": upper}
        reads: [p@1]
        writes: [p]
)",
                                {"q(i,j,k) = p_p(i,j,k);", "q(i,j,k) = p_p(i,j,k);", "r(i,j,k) = q(i,j,k);",
                                 "r(i,j,k) = p_p(i,j,k);", "p(i,j,k) = p_p(i,j,k);", "p(i,j,k) = p_p(i,j,k);"});
  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[0].first, 1U);
  EXPECT_EQ(phases[0].end, 2U);
  EXPECT_THAT(texts(phases[0].kept), ElementsAre("2 of stage 1, 2 levels, 1 readable"));
  EXPECT_EQ(phases[1].first, 2U);
  EXPECT_EQ(phases[1].end, 4U);
  EXPECT_THAT(texts(phases[1].kept), ElementsAre("3 of stage 2, 1 levels, 0 readable"));
}

} // namespace columns_in_strips_test
} // namespace nopal
