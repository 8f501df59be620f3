// How far the sample kernels read, as their declarations and their texts show it.

#include "sample_run.hpp"

#include "core/launch/kernel_extents.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace kernel_extents_test {

using ::testing::HasSubstr;

class Extents : public ::testing::Test {
protected:
  /// Returns texts such as "u@1<-1:1> v@0<0>w u@0w"; w: it is written.
  std::string of(const std::string& name, const std::vector<Index>& normals = {{0, 0, 0}}) {
    const BoundKernel kernel(sample_kernel(name), run.variables, run.parameters, run.grid);
    const KernelExtents found = kernel_extents(kernel, normals);
    unknown = found.unknown;
    EXPECT_EQ(found.fields.size(), kernel.fields().size());
    std::string text;
    for (std::size_t f = 0; f < found.fields.size(); ++f) {
      const FieldExtent& field = found.fields[f];
      EXPECT_EQ(field.slot, kernel.fields()[f]);
      text += (text.empty() ? "" : " ") + run.variables.text(field.slot).substr(std::string("samples::").size());
      if (field.read) text += field.read->text();
      if (field.written) text += "w";
    }
    return text;
  }
  SampleRun run;
  std::string unknown;
};

TEST_F(Extents, ComeFromTheText) {
  EXPECT_EQ(of("stencil"), "u@1<-1:1, -1:1, -1:1> u@2<0> u@0w v@0w");
  EXPECT_EQ(unknown, "");
  EXPECT_EQ(of("far"), "u@1<2:2> u@0w");
  EXPECT_EQ(of("scale_v"), "v@0<0>w");
  EXPECT_EQ(of("where"), "v@0w");
}

TEST_F(Extents, HoldWhatBranchesMayRead) {
  EXPECT_EQ(of("looking"), "u@1<-3:1, 0:2> u@0w");
  EXPECT_EQ(of("seldom"), "u@1<-7:0> u@0w");
  EXPECT_EQ(of("endless"), "u@1<0> u@0w");
  EXPECT_EQ(unknown, "");
}

TEST_F(Extents, AreThoseOfTheDeclaration) {
  EXPECT_EQ(of("upwards"), "u@1<0, 0, -1:0> v@0<0, 0, -1:-1>w w@0<0, 0, -1:-1>w");
  EXPECT_EQ(of("downwards"), "u@1<0:1> v@0<0, 0, 1:1>w");
  EXPECT_EQ(unknown, "");
}

TEST_F(Extents, OneWriteWithoutBranchesComesAfterAllReads) {
  const auto reads_first = [&](const std::string& name) {
    const std::vector<Index> interior{{0, 0, 0}};
    return kernel_extents(BoundKernel(sample_kernel(name), run.variables, run.parameters, run.grid), interior)
        .reads_first;
  };
  EXPECT_TRUE(reads_first("far"));
  EXPECT_FALSE(reads_first("scale_v")) << "it writes three times";
  EXPECT_FALSE(reads_first("stencil")) << "it writes two fields";
  EXPECT_FALSE(reads_first("looking")) << "it has branches";
  EXPECT_FALSE(reads_first("endless")) << "it has a loop";
}

TEST_F(Extents, FollowTheNormals) {
  EXPECT_EQ(of("extrapolate", {{-1, 0, 0}}), "v@0<1:1>w");
  EXPECT_EQ(of("extrapolate", {{-1, 0, 0}, {1, 0, 0}}), "v@0<-1:1>w");
  EXPECT_EQ(of("extrapolate", {{0, 1, 0}, {0, 0, -1}, {-1, 1, 0}}), "v@0<0:1, -1:0, 0:1>w");
  EXPECT_EQ(unknown, "");
}

TEST_F(Extents, OfComputedIndicesAreNotKnown) {
  of("fixed");
  EXPECT_THAT(unknown, HasSubstr("it reads u_p(40,3,k) in line 1, whose extent nobody knows: declare it, such as "));
  EXPECT_THAT(unknown, HasSubstr("u@1<-1:1>"));
}

} // namespace kernel_extents_test
} // namespace nopal::test
