// Tests which kernels and arguments the common source of a stencil's stages has.

#include "core/generator/generator.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace stencil_declarations_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string head = R"(thorn: t
description: A test
parameters:
  a: {type: real, default: 1, description: A number}
  n: {type: int, default: 1, description: A number}
  which: {type: string, default: "t::q", description: A variable}
groups:
  fields: {type: gf, variables: [p, q, r], timelevels: 2, description: Fields}
  inside: {type: gf, variables: [s, t], temporary: true, description: Temporaries}
  sums: {type: scalar, variables: [sum], description: A scalar}
schedule:
)";

std::vector<StencilDeclaration> stencils_of(const std::string& schedule,
                                            std::vector<KernelDeclaration>* all = nullptr) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(head + schedule, "t.yaml", errors);
  const std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, {}, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  if (all != nullptr) *all = kernels;
  return stencil_declarations(thorn, {}, kernels);
}

std::vector<std::string> sources(const StencilDeclaration& stencil) {
  std::vector<std::string> result;
  for (const ArgumentDeclaration& argument : stencil.arguments)
    result.push_back(argument.source + " " + std::string(to_string(argument.access)));
  return result;
}

TEST(StencilDeclarations, HaveEachFieldAndNumberOnceAndNoTemporaries) {
  std::vector<KernelDeclaration> kernels;
  const auto stencils = stencils_of(R"(  - stencil: chain
    at: evol
    stages:
      - {kernel: first, uses: [n], reads: ["p@1<-1:1>"], writes: [s]}
      - {kernel: second, uses: [a], reads: ["s<0:1>", sum, "p@1<0>"], writes: [t, q]}
      - {kernel: third, uses: [n], reads: ["t<0>", "q<0>"], writes: [r]}
)",
                                    &kernels);
  ASSERT_EQ(stencils.size(), 1U);
  const StencilDeclaration& stencil = stencils[0];
  EXPECT_EQ(stencil.thorn, "t");
  EXPECT_EQ(stencil.name, "chain");
  EXPECT_THAT(sources(stencil), ElementsAre("t::p@1 read", "t::q@0 readwrite", "t::r@0 write", "t::sum@0 read",
                                            "t::a read", "t::n read"));
  EXPECT_THAT(stencil.temporaries, ElementsAre("t::s", "t::t"));
  ASSERT_EQ(stencil.stages.size(), 3U);
  EXPECT_EQ(kernels[stencil.stages[1].kernel].name, "second");
  // The arguments of each kernel in their order: fields, reals, integers.
  EXPECT_THAT(stencil.stages[0].arguments, ElementsAre(0, -1, 5));
  EXPECT_THAT(stencil.stages[1].arguments, ElementsAre(-1, 0, -2, 1, 3, 4));
  EXPECT_THAT(stencil.stages[2].arguments, ElementsAre(-2, 1, 2, 5));
  EXPECT_EQ(stencil.arguments[0].memory, FieldMemory::given);
  EXPECT_EQ(stencil.arguments[1].memory, FieldMemory::written);
}

TEST(StencilDeclarations, ResolveBoundNamesOfVariablesAndKeepThoseOfParametersApart) {
  const auto stencils = stencils_of(R"(  - stencil: chain
    at: evol
    stages:
      - {kernel: copy, as: first, bind: {from: "t::p", to: "t::s"}, reads: ["from<-1:1>"], writes: [to]}
      - {kernel: copy, as: second, bind: {from: which, to: "t::t"}, reads: ["from<0>"], writes: [to]}
      - {kernel: add, as: third, bind: {from: which}, reads: ["from<0>", "s<0>", "t<0>", "p@1<0>"], writes: [r]}
)");
  ASSERT_EQ(stencils.size(), 1U);
  EXPECT_THAT(stencils[0].temporaries, ElementsAre("t::s", "t::t"));
  EXPECT_THAT(sources(stencils[0]),
              ElementsAre("from@0 read", "from@0 read", "from@0 read", "t::p@1 read", "t::r@0 write"));
  EXPECT_THAT(stencils[0].stages[0].arguments, ElementsAre(0, -1));
  EXPECT_THAT(stencils[0].stages[1].arguments, ElementsAre(1, -2));
  EXPECT_THAT(stencils[0].stages[2].arguments, ElementsAre(2, -1, -2, 3, 4));
}

TEST(StencilDeclarations, LeaveOutBoundaryStagesAndOtherKernels) {
  std::vector<KernelDeclaration> kernels;
  const auto stencils = stencils_of(R"(  - {kernel: other, at: initial, writes: [p]}
  - stencil: chain
    at: evol
    stages:
      - {kernel: first, reads: ["p@1<0>"], writes: [s]}
      - {kernel: second, reads: ["s<0>"], writes: [q]}
      - {kernel: edge, reads: ["p@1<0>"], writes: [q(boundary)]}
  - stencil: short
    at: evol
    stages:
      - {kernel: only, reads: ["p@1<0>"], writes: [r]}
      - {kernel: rim, reads: ["p@1<0>"], writes: [r(boundary)]}
)",
                                    &kernels);
  ASSERT_EQ(stencils.size(), 1U) << "one kernel is not worth a source of its own";
  ASSERT_EQ(stencils[0].stages.size(), 2U);
  EXPECT_EQ(kernels[stencils[0].stages[0].kernel].name, "first");
  EXPECT_EQ(kernels[stencils[0].stages[1].kernel].name, "second");
}

TEST(StencilSources, HaveTheBodiesInOrderAndAnEntryForEachKindOfDevice) {
  std::vector<KernelDeclaration> kernels;
  const auto stencils = stencils_of(R"(  - stencil: chain
    at: evol
    stages:
      - {kernel: up, order: forward, reads: ["p@1<0>", "s<0, 0, -1:-1>"], writes: [s]}
      - {kernel: down, order: backward, reads: ["s<0>"], writes: [q]}
)",
                                    &kernels);
  const std::vector<std::string> texts{"s(i,j,k) = p_p(i,j,k) + s(i,j,k-1);\n", "q(i,j,k) = s(i,j,k);\n"};
  const std::string tiles = opencl_stencil_source(stencils.at(0), kernels, texts, false);
  const std::string groups = opencl_stencil_source(stencils[0], kernels, texts, true);
  const std::string cuda = cuda_stencil_source(stencils[0], kernels, texts);
  EXPECT_THAT(tiles, HasSubstr("kernel void t_chain_tiles("));
  EXPECT_THAT(tiles, HasSubstr("#define NOPAL_SCRATCH global"));
  EXPECT_THAT(tiles, Not(HasSubstr("barrier(")));
  EXPECT_THAT(groups, HasSubstr("kernel void t_chain_groups("));
  EXPECT_THAT(groups, HasSubstr("#define NOPAL_SCRATCH local"));
  EXPECT_THAT(groups, HasSubstr("barrier("));
  EXPECT_THAT(cuda, HasSubstr("__global__ void t_chain_groups("));
  EXPECT_THAT(cuda, HasSubstr("__syncthreads();"));
  for (const std::string& source : {tiles, groups, cuda}) {
    const std::size_t up = source.find("s(i,j,k) = p_p(i,j,k)"), down = source.find("q(i,j,k) = s(i,j,k)");
    EXPECT_LT(up, down);
    EXPECT_NE(down, std::string::npos);
    EXPECT_THAT(source, HasSubstr("const long k = nopal_l2 + nopal_u2 - 1 - nopal_k;"));
  }
}

} // namespace stencil_declarations_test
} // namespace nopal
