#include "driver/guard/fault_trap.hpp"

#include "driver/storage/pages.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>

namespace nopal {
namespace {

/// A page without access, and a trap that reports accesses.
class Trapped : public ::testing::Test {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ASSERT_NE(memory, nullptr);
    mprotect(memory, 1, PROT_NONE);
  }
  void TearDown() override { free_pages(memory, 1); }

  std::string text(const Fault& fault) const {
    const auto offset = static_cast<long>(fault.address) - static_cast<long>(reinterpret_cast<std::uintptr_t>(memory));
    const char* kind = fault.kind == FaultKind::read ? "read" : fault.kind == FaultKind::write ? "write" : "access";
    return std::string(kind) + " of byte " + std::to_string(offset) + (fault.n_frames > 1 ? " with frames" : "") +
           (fault.on_caller ? "" : " elsewhere");
  }
  static void end(const std::string& text) {
    std::fprintf(stderr, "ended: %s\n", text.c_str());
    _exit(3);
  }
  /// Returns the report of watch() for the action.
  template <class Action> std::string watched(bool may_leave, Action action) {
    FaultTrap trap([&](const Fault& fault) { return FaultTrap::Verdict{text(fault), may_leave}; }, end);
    const auto start = reinterpret_cast<std::uintptr_t>(memory);
    const AddressRange ranges[] = {{start - page_size(), start + 2 * page_size()}};
    return trap.watch(ranges, action);
  }
  /// Prints the report of watch(), then ends the process, because it must not go on after a fault.
  template <class Action> void says(bool may_leave, Action action) {
    const std::string said = watched(may_leave, action);
    std::fprintf(stderr, "said: %s\n", said.c_str());
    _exit(2);
  }

  volatile char* at(long offset) const { return reinterpret_cast<volatile char*>(memory) + offset; }
  std::byte* memory = allocate_pages(1);
};

#if defined(__x86_64__) || defined(__aarch64__)
TEST_F(Trapped, ReadsAndWritesAreToldApart) {
  EXPECT_EXIT(says(true, [&] { (void)*at(5); }), ::testing::ExitedWithCode(2), "said: read of byte 5 with frames");
  EXPECT_EXIT(says(true, [&] { *at(7) = 1; }), ::testing::ExitedWithCode(2), "said: write of byte 7 with frames");
}

TEST_F(Trapped, WhatCannotBeLeftEndsTheProgram) {
  EXPECT_EXIT(says(false, [&] { *at(7) = 1; }), ::testing::ExitedWithCode(3), "ended: write of byte 7 with frames");
}

TEST_F(Trapped, OtherThreadsEndTheProgram) {
  const auto other = [&] { std::thread([&] { *at(9) = 1; }).join(); };
  EXPECT_EXIT(says(true, other), ::testing::ExitedWithCode(3), "ended: write of byte 9 with frames elsewhere");
}

TEST_F(Trapped, PagesBesideStorageAreWatched) {
  EXPECT_EXIT(says(true, [&] { *at(-1) = 1; }), ::testing::ExitedWithCode(2), "said: write of byte -1");
  const long behind = static_cast<long>(page_size());
  EXPECT_EXIT(says(true, [&] { (void)*at(behind); }), ::testing::ExitedWithCode(2), "said: read of byte");
}
#endif

TEST_F(Trapped, OtherFaultsCrashAsBefore) {
  std::byte* other = allocate_pages(1);
  mprotect(other, 1, PROT_NONE);
  const auto crash = [&] { *reinterpret_cast<volatile char*>(other) = 1; };
  EXPECT_DEATH(says(true, crash), "");
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, [](int) { _exit(5); });
        says(true, crash);
      },
      ::testing::ExitedWithCode(5), "");
  free_pages(other, 1);
}

TEST_F(Trapped, ActionsThatDoNothingWrongEndByThemselves) {
  for (int round = 0; round < 3; ++round) EXPECT_EQ(watched(true, [] {}), "");
  mprotect(memory, 1, PROT_READ | PROT_WRITE);
  EXPECT_EQ(watched(true, [&] { *at(3) = 4; }), "");
  EXPECT_EQ(*at(3), 4);
}

TEST_F(Trapped, ExceptionsPass) {
  EXPECT_THROW(watched(true, [] { throw std::runtime_error("of the action"); }), std::runtime_error);
}

} // namespace
} // namespace nopal
