// What a function changes in the process is told and set back.

#include "driver/guard/process_state.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace nopal {
namespace {

/// Returns what both kinds of state tell of the change: the quick one, or, if that sees nothing, the thorough one.
std::string told(const std::function<void()>& change) {
  const WorkingFolder folder;
  const StateBefore quick(folder);
  const ProcessState thorough(folder);
  EXPECT_EQ(quick.restore() + thorough.restore(), "") << "nothing has changed so far";
  change();
  const std::string text = quick.restore();
  const std::string more = thorough.restore();
  EXPECT_EQ(quick.restore() + thorough.restore(), "") << "it is set back";
  return text.empty() ? "thorough: " + more : text + more;
}

TEST(ProcessState, Arithmetic) {
  EXPECT_EQ(told([] { std::fesetround(FE_DOWNWARD); }), "how the processor rounds (now down)");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(told([] { feenableexcept(FE_DIVBYZERO); }), "which floating-point exceptions raise SIGFPE");
  EXPECT_EQ(fegetexcept(), 0);
#if defined(__x86_64__)
  EXPECT_EQ(told([] { _mm_setcsr(_mm_getcsr() | 0x8000); }), "whether numbers close to 0 count as 0 (flush to zero)");
  EXPECT_EQ(told([] { _mm_setcsr(_mm_getcsr() | 0x40); }), "whether numbers close to 0 count as 0 (flush to zero)");
  volatile double smallest = std::numeric_limits<double>::min();
  EXPECT_GT(smallest / 2, 0);
#endif
}

TEST(ProcessState, FlagsOfExceptionsAreNoChange) {
  EXPECT_EQ(told([] {
              volatile double zero = 0;
              volatile double result = 1 / zero;
              static_cast<void>(result);
            }),
            "thorough: ");
}

TEST(ProcessState, Locales) {
  EXPECT_EQ(told([] { std::setlocale(LC_NUMERIC, "C.UTF-8"); }), "the locale of numbers (now C.UTF-8)");
  EXPECT_STREQ(std::setlocale(LC_NUMERIC, nullptr), "C");
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  EXPECT_EQ(told([] { std::locale::global(std::locale(std::locale(), new Commas)); }), "the locale of C++ (now *)");
  EXPECT_EQ(std::locale(), std::locale::classic());
}

TEST(ProcessState, TheWorkingFolder) {
  const auto here = std::filesystem::current_path();
  EXPECT_EQ(told([] { std::filesystem::current_path("/"); }), "the working folder (now /)");
  EXPECT_EQ(std::filesystem::current_path(), here);
  const int root = open("/", O_PATH | O_DIRECTORY);
  EXPECT_EQ(told([&] { EXPECT_EQ(fchdir(root), 0); }), "the working folder (now /)");
  close(root);
  EXPECT_EQ(told([&] { // there and back
              std::filesystem::current_path("/");
              std::filesystem::current_path(here);
            }),
            "thorough: ");
}

TEST(ProcessState, TheMaskOfNewFiles) {
  EXPECT_EQ(told([] { umask(0777); }), "thorough: the mask of new files (umask, now 777)");
}

TEST(ProcessState, Signals) {
  EXPECT_EQ(told([] { std::signal(SIGSEGV, SIG_IGN); }), "thorough: what SIGSEGV does");
  EXPECT_EQ(told([] {
              sigset_t one;
              sigemptyset(&one);
              sigaddset(&one, SIGTERM);
              pthread_sigmask(SIG_BLOCK, &one, nullptr);
            }),
            "thorough: whether SIGTERM is blocked");
}

TEST(ProcessState, TheStandardOutput) {
  std::cout << std::flush;
  EXPECT_EQ(told([] { close(STDOUT_FILENO); }), "thorough: the standard output (now closed)");
  EXPECT_EQ(told([] {
              close(STDOUT_FILENO);
              EXPECT_EQ(open("/dev/null", O_WRONLY), STDOUT_FILENO);
            }),
            "thorough: the standard output (now another file)");
  EXPECT_NE(fcntl(STDOUT_FILENO, F_GETFD), -1);
}

} // namespace
} // namespace nopal
