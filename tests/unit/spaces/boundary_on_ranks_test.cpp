// Whatever the grid and the conditions on its boundary: the ranks that share it have the bits of one rank, or the grid
// cannot be shared. NOPAL_LONG_TESTS=1 tries 20,000 cases, or NOPAL_CASES of them.

#include "boundary_run.hpp"
#include "tests/support/cases.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace {

struct Tally {
  int accepted = 0, refused = 0;
  int uneven = 0; ///< accepted, and the boundary's demand moves points to other ranks
  std::string different;
  int differences = 0;
};

std::optional<Decomposition> divided(const BoundaryCase& drawn, const Domain& domain, const InwardPoints& inward) {
  try {
    return Decomposition(domain, drawn.ranks, drawn.process_grid, inward);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool can_be_alone(const Domain& domain, const InwardPoints& inward) {
  try {
    const Decomposition one(domain, 1, {1, 1, 1}, inward);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Whether some rank owns other points than it would without the boundary.
bool is_uneven(const Decomposition& decomposition) {
  for (int axis = 0; axis < 3; ++axis) {
    const long points = decomposition.domain().points().extent(axis), ranks = decomposition.process_grid()[axis];
    if (decomposition.owned(decomposition.size() - 1).extent(axis) != points / ranks) return true;
  }
  return false;
}

/// Returns the difference after another iteration, or why there is none, or nothing.
std::string step_and_compare(BoundaryRun& several, BoundaryRun& whole) {
  whole.step();
  try {
    several.step();
  } catch (const Error& error) {
    return error.what(); // a kernel has read a point that its rank does not store
  }
  return several.difference(whole);
}

/// `less`: how much less than what the kernels read each rank gets.
void try_case(const BoundaryCase& drawn, long less, Tally& tally) {
  BoundaryKernels kernels(drawn);
  const InwardPoints needed = kernels.inward();
  InwardPoints inward = needed;
  for (long& points : inward.points) points -= less;
  const auto decomposition = divided(drawn, kernels.domain, inward);
  const bool alone = can_be_alone(kernels.domain, needed);
  if (!decomposition || !alone) {
    EXPECT_TRUE(!decomposition || less > 0) << "what several ranks can share, one can hold: " << drawn.text();
    ++tally.refused;
    return;
  }
  ++tally.accepted;
  if (is_uneven(*decomposition)) ++tally.uneven;
  const Decomposition one(kernels.domain, 1, {1, 1, 1}, needed);
  BoundaryRun several(drawn, kernels, *decomposition), whole(drawn, kernels, one);
  for (int iteration = 1; iteration <= 3; ++iteration) {
    const std::string difference = step_and_compare(several, whole);
    if (difference.empty()) continue;
    ++tally.differences;
    if (tally.different.empty())
      tally.different = fmt::format("{}: inwards {}: iteration {}: {}", drawn.text(), extents_text(inward.points, 3),
                                    iteration, difference);
    return;
  }
}

Tally try_cases(int count, long less) {
  BoundaryCases cases(2026);
  Tally tally;
  for (int n = 0; n < count; ++n) try_case(cases.next(), less, tally);
  return tally;
}

TEST(BoundaryOnRanks, HasTheBitsOfOneRank) {
  const int count = number_of_cases(400, 20000);
  const Tally tally = try_cases(count, 0);
  EXPECT_EQ(tally.differences, 0) << tally.different;
  EXPECT_GT(tally.accepted, count / 4);
  EXPECT_GT(tally.refused, count / 20);
  EXPECT_GT(tally.uneven, count / 40);
  std::cout << fmt::format("{} cases: {} accepted, {} of them in uneven shares, {} refused\n", count, tally.accepted,
                           tally.uneven, tally.refused);
}

// A rank that owns one point less than the kernels read gets wrong values, and the comparison sees it.
TEST(BoundaryOnRanks, DiffersIfARankOwnsTooFewPoints) { EXPECT_GT(try_cases(200, 1).differences, 10); }

} // namespace
} // namespace nopal::test
