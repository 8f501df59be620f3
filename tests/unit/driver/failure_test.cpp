#include "driver/session/failure.hpp"

#include <gtest/gtest.h>

#include <new>

namespace nopal {
namespace {

TEST(Failure, TheSameFromAllIsToldOnce) { EXPECT_EQ(combined_failures({"bad", "bad", "bad"}), "bad"); }

TEST(Failure, FailuresOfSomeRanksCarryTheirNumbers) {
  EXPECT_EQ(combined_failures({"", "bad", ""}), "rank 1: bad");
  EXPECT_EQ(combined_failures({"bad", "", "bad", "worse"}), "ranks 0, 2: bad\nrank 3: worse");
}

TEST(Failure, EveryKindOfExceptionHasAText) {
  EXPECT_EQ(failure_text(std::make_exception_ptr(Error("a.yaml:1:2: wrong"))), "a.yaml:1:2: wrong");
  EXPECT_NE(failure_text(std::make_exception_ptr(std::bad_alloc())).find("out of memory"), std::string::npos);
  EXPECT_EQ(failure_text(std::make_exception_ptr(std::out_of_range("at"))), "unexpected failure: at");
  EXPECT_EQ(failure_text(std::make_exception_ptr(7)), "unexpected failure of unknown kind");
}

} // namespace
} // namespace nopal
