#include "core/accelerator/known_moments.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

constexpr Slot phi{0, 0}, psi{1, 0}, past{0, 1};
constexpr MomentsWanted sums{.sum = true}, extremes{.extremes = true};

SlotMoments moments_of(Slot slot, double least) {
  SlotMoments moments{slot, extremes};
  moments.moments.min = least;
  return moments;
}

TEST(KnownMoments, AreFoundIfAllThatIsWantedIsKnown) {
  KnownMoments known;
  EXPECT_EQ(known.find(phi, extremes), nullptr);
  known.add(moments_of(phi, 3));
  ASSERT_NE(known.find(phi, extremes), nullptr);
  EXPECT_EQ(known.find(phi, extremes)->min, 3);
  EXPECT_EQ(known.find(phi, sums), nullptr);
  EXPECT_EQ(known.find(past, extremes), nullptr) << "another timelevel";
  known.add(moments_of(phi, 4));
  EXPECT_EQ(known.find(phi, extremes)->min, 4) << "the newest count";
}

TEST(KnownMoments, AreForgottenWhenTheSlotIsWritten) {
  KnownMoments known;
  known.add(moments_of(phi, 3));
  known.add(moments_of(psi, 5));
  known.forget({{.slot = psi, .region = Region::boundary, .where = {}}});
  EXPECT_NE(known.find(phi, extremes), nullptr);
  EXPECT_EQ(known.find(psi, extremes), nullptr);
  known.forget_all();
  EXPECT_EQ(known.find(phi, extremes), nullptr);
}

} // namespace
} // namespace nopal
