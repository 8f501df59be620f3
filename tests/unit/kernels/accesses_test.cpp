// The accesses that a text names, and the fields whose accesses are checked at run time.

#include "core/generator/accesses.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nopal::test {
namespace accesses_test {

KernelDeclaration kernel_of(Region written) {
  KernelDeclaration kernel;
  kernel.path = "k.kernel";
  kernel.written = written;
  kernel.arguments = {{"p", "t::p@0", ArgumentKind::field},
                      {"q", "t::q@0", ArgumentKind::field, Access::readwrite},
                      {"number", "t::number", ArgumentKind::real}};
  return kernel;
}

/// Returns texts such as "p 1:12 (1,0,0) r": the field, the place, the offset, and the use. The offset is that at a
/// point with the normal (1,0,0), or "?" if the text does not show it.
std::vector<std::string> accesses_of(const std::string& body) {
  std::vector<std::string> texts;
  const KernelDeclaration kernel = kernel_of(Region::interior);
  for (const TextAccess& access : text_accesses(kernel, parse_kernel_text(body))) {
    Index at = access.offset;
    for (int axis = 0; axis < 3; ++axis) at[axis] += access.normals[static_cast<std::size_t>(axis)][0];
    texts.push_back(fmt::format("{} {}:{} {} {}{}", kernel.arguments[static_cast<std::size_t>(access.field)].name,
                                access.where.line, access.where.column,
                                access.is_known ? fmt::format("({},{},{})", at[0], at[1], at[2]) : "?",
                                access.reads ? "r" : "", access.writes ? "w" : ""));
  }
  return texts;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Accesses, HaveAPlaceAnOffsetAndAUse) {
  EXPECT_THAT(accesses_of("q(i,j,k) = p(i+1,j,k) -\n  p (i, j - 2, k);"),
              ElementsAre("q 1:1 (0,0,0) w", "p 1:12 (1,0,0) r", "p 2:3 (0,-2,0) r"));
  EXPECT_THAT(
      accesses_of("q(i,j,k) += p(i-2*ni+1,j,k-nk);\n++q(i,j,k);\nif (q(i,j,k) == 1.0) q(i,j,k)--;"),
      ElementsAre("q 1:1 (0,0,0) rw", "p 1:13 (-1,0,0) r", "q 2:3 (0,0,0) rw", "q 3:5 (0,0,0) r", "q 3:22 (0,0,0) rw"));
  EXPECT_THAT(accesses_of("const real pq = number; // p(i,j,k)\n"), IsEmpty());
}

TEST(Accesses, AreKnownInBranches) {
  EXPECT_THAT(accesses_of("if (iteration == 7) {\n  while (number > 0.0) q(i,j,k) = p(i,j+9,k);\n}"),
              ElementsAre("q 2:24 (0,0,0) w", "p 2:35 (0,9,0) r"));
}

TEST(Accesses, AreKnownForCountersAndConstants) {
  EXPECT_THAT(accesses_of("const int far = 3;\nfor (int n = -1; n <= 0; ++n) q(i,j,k) += p(i+far,j+n,k-2*n);"),
              ElementsAre("q 2:31 (0,0,0) rw", "p 2:43 (3,-1,2) r", "p 2:43 (3,0,0) r"));
  EXPECT_THAT(accesses_of("for (int n = 0; n < 2; ++n) { n += 1; q(i,j,k) = p(i+n,j,k); }"),
              ElementsAre("q 1:39 (0,0,0) w", "p 1:50 ? r"));
  EXPECT_THAT(accesses_of("for (int n = 1; n < 3; ++n) { n <<= 1; q(i,j,k) = p(i+n,j,k); }"),
              ElementsAre("q 1:40 (0,0,0) w", "p 1:51 ? r"));
  EXPECT_THAT(accesses_of("for (int n = 0; n < 1000; ++n) q(i,j,k) = p(i+n,j,k);"),
              ElementsAre("q 1:32 (0,0,0) w", "p 1:43 ? r"));
}

TEST(Accesses, OfComputedIndicesAreNotKnown) {
  EXPECT_THAT(accesses_of("const int n = i;\nq(i,j,k) = p(n,j,k) + p(3,3,k) + p((int)p(i,j,k),j,k);"),
              ElementsAre("q 2:1 (0,0,0) w", "p 2:12 ? r", "p 2:23 ? r", "p 2:34 ? r", "p 2:41 (0,0,0) r"));
  EXPECT_THAT(accesses_of("for (int i = 0; i < 3; ++i) q(i,j,k) = p(i,j,k);"), ElementsAre("q 1:29 ? w", "p 1:40 ? r"));
}

/// Returns whether the generated code checks the accesses of p.
bool is_guarded(const std::string& body, Region written = Region::interior, bool has_extent = false) {
  KernelDeclaration kernel = kernel_of(written);
  if (has_extent) kernel.arguments[0].extent = Extent{};
  mark_guarded_fields(kernel, body);
  EXPECT_FALSE(kernel.arguments[1].is_guarded) << "q is accessed at (i,j,k) only";
  return kernel.arguments[0].is_guarded;
}

TEST(Guards, AreForIndicesThatTheTextDoesNotShow) {
  EXPECT_FALSE(is_guarded("q(i,j,k) = number > 0.0 ? p(i+1,j,k) : p(i-1,j,k);"));
  EXPECT_TRUE(is_guarded("q(i,j,k) = p(3,3,k);"));
  EXPECT_FALSE(is_guarded("for (int n = -2; n < 3; ++n) q(i,j,k) += p(i+n,j,k);"));
  EXPECT_TRUE(is_guarded("for (int n = -2; n < iteration; ++n) q(i,j,k) += p(i+n,j,k);"));
  EXPECT_FALSE(is_guarded("q(i,j,k) = p(3,3,k);", Region::interior, true)) << "the declared extent says how far";
}

TEST(Guards, AreForBranchesThatChooseANeighbourOfABoundaryPoint) {
  EXPECT_FALSE(is_guarded("q(i,j,k) = p(i-ni,j-nj,k-nk);", Region::boundary));
  EXPECT_FALSE(is_guarded("if (ni < 1) q(i,j,k) = p(i+1,j,k);", Region::owned)) << "each normal was tried";
  EXPECT_TRUE(is_guarded("if (number > 0.0) q(i,j,k) = p(i+1,j,k);", Region::owned));
  EXPECT_FALSE(is_guarded("if (number > 0.0) q(i,j,k) = p(i,j,k);", Region::owned));
}

} // namespace accesses_test
} // namespace nopal::test
