// Kernels compute with the usual arithmetic, whatever the thread does that calls them.

#include "backends.hpp"

#include "core/host/arithmetic.hpp"

#include <cfenv>

namespace nopal::test {
namespace {

using Arithmetics = HostBackends;
INSTANTIATE_TEST_SUITE_P(, Arithmetics, every_backend(), test_name);

// Valgrind knows how the processor should round, but does not round so.
TEST_P(Arithmetics, KernelsRoundToTheNearestNumber) {
  std::atomic<int> unusual{0};
  std::fesetround(FE_UPWARD);
  on_each_member([&](int) { unusual += std::fegetround() == FE_TONEAREST ? 0 : 1; });
  const bool is_kept = std::fegetround() == FE_UPWARD;
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(unusual, 0);
  EXPECT_TRUE(is_kept) << "the caller has its own arithmetic back";
}

TEST(Arithmetic, ChangesAreToldAndSetBack) {
  const Arithmetic before = Arithmetic::of_thread();
  EXPECT_EQ(before, Arithmetic());
  EXPECT_EQ(changes(before, Arithmetic::of_thread()), "");
  std::fesetround(FE_TOWARDZERO);
  const std::string text = changes(before, Arithmetic::of_thread());
  before.set();
  EXPECT_EQ(text, "how the processor rounds (now towards 0)");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Arithmetic, AThreadTakesOverThatOfItsStarter) {
  std::fesetround(FE_UPWARD);
  bool is_other = false;
  std::thread([&] { is_other = Arithmetic::of_thread() != Arithmetic(); }).join();
  std::fesetround(FE_TONEAREST);
  EXPECT_TRUE(is_other) << "so the backends need UsualArithmetic";
}

} // namespace
} // namespace nopal::test
