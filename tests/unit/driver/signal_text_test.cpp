#include "driver/sudden_end/signal_text.hpp"

#include <gmock/gmock.h>

#include <ucontext.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <string>

namespace nopal {
namespace {

using testing::EndsWith;
using testing::StartsWith;

const char readable = 0;

/// Returns the text of a signal that comes while the stack pointer has this value. It must be readable.
std::string text_of(int number, const siginfo_t& info, std::uintptr_t stack = std::bit_cast<std::uintptr_t>(&readable),
                    SignalCircumstances around = {}) {
  ucontext_t context{};
#if defined(__x86_64__)
  context.uc_mcontext.gregs[REG_RSP] = std::bit_cast<greg_t>(stack);
#elif defined(__aarch64__)
  context.uc_mcontext.sp = stack;
#endif
  int probe[2];
  EXPECT_EQ(pipe(probe), 0);
  SignalLine line;
  around.probe = probe[1];
  add_signal_text(line, number, info, &context, around);
  close(probe[0]);
  close(probe[1]);
  return {line.data(), line.size()};
}

/// Returns what the system tells about a fault of the process itself.
siginfo_t fault(int code, std::uintptr_t address = 0) {
  siginfo_t info{};
  info.si_code = code;
  info.si_addr = std::bit_cast<void*>(address);
  return info;
}

siginfo_t sent_by(pid_t process) {
  siginfo_t info{};
  info.si_code = SI_USER;
  info.si_pid = process;
  return info;
}

TEST(SignalText, NamesTheAddress) {
  EXPECT_THAT(text_of(SIGSEGV, fault(SEGV_MAPERR, 8)),
              StartsWith("SIGSEGV: it accessed memory at 0x8 that it may not access; accelerator.guard"));
  EXPECT_THAT(text_of(SIGBUS, fault(BUS_ADRERR, 0x1234)), StartsWith("SIGBUS: it accessed memory at 0x1234 "));
}

TEST(SignalText, AnAddressNearTheStackPointerIsAFullStack) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  GTEST_SKIP() << "the stack pointer is not known here";
#endif
  const auto stack = std::bit_cast<std::uintptr_t>(&readable);
  const std::uintptr_t near = (std::uintptr_t{64} << 10) - 1;
  for (const std::uintptr_t address : {stack, stack - near, stack + near})
    EXPECT_THAT(text_of(SIGSEGV, fault(SEGV_MAPERR, address), stack), StartsWith("SIGSEGV: its stack is full: "));
  for (const std::uintptr_t address : {stack - near - 1, stack + near + 1})
    EXPECT_THAT(text_of(SIGSEGV, fault(SEGV_MAPERR, address), stack), StartsWith("SIGSEGV: it accessed memory at "));
}

TEST(SignalText, SaysWhatWentWrong) {
  EXPECT_EQ(text_of(SIGFPE, fault(FPE_INTDIV)), "SIGFPE: it divided an integer by 0, or the smallest integer by -1");
  EXPECT_EQ(text_of(SIGFPE, fault(FPE_FLTOVF)), "SIGFPE: its arithmetic raised an exception");
  EXPECT_THAT(text_of(SIGILL, fault(ILL_ILLOPC)), StartsWith("SIGILL: this processor does not know an instruction"));
}

TEST(SignalText, SaysWhyTheSystemEndsAProcess) {
  EXPECT_THAT(text_of(SIGALRM, fault(SI_KERNEL)), StartsWith("SIGALRM: a timer has run out"));
  siginfo_t timer = fault(SI_TIMER);
  timer.si_pid = 1; // of no meaning
  EXPECT_THAT(text_of(SIGALRM, timer), StartsWith("SIGALRM: a timer has run out"));
  EXPECT_THAT(text_of(SIGPIPE, sent_by(getpid())),
              StartsWith("SIGPIPE: it wrote to a pipe or socket that nobody reads"));
  EXPECT_THAT(text_of(SIGXFSZ, sent_by(getpid())), StartsWith("SIGXFSZ: a file would become larger than the limit"));
  EXPECT_THAT(text_of(SIGXCPU, fault(SI_KERNEL)), StartsWith("SIGXCPU: the process has used as much time"));
  EXPECT_EQ(text_of(SIGPIPE, sent_by(1)), "SIGPIPE: process 1 sent this signal");
}

TEST(SignalText, TellsSignalsOfOtherProcessesFromItsOwn) {
  EXPECT_EQ(text_of(SIGSEGV, sent_by(1)), "SIGSEGV: process 1 sent this signal");
  EXPECT_EQ(text_of(SIGABRT, sent_by(1)), "SIGABRT: process 1 sent this signal");
  EXPECT_THAT(text_of(SIGABRT, sent_by(getpid())), StartsWith("SIGABRT: abort() was called: "));
}

std::string text_with(int number, const siginfo_t& info, const SignalCircumstances& around) {
  return text_of(number, info, std::bit_cast<std::uintptr_t>(&readable), around);
}

TEST(SignalText, AdvisesNothingThatIsOn) {
  const siginfo_t info = fault(SEGV_MAPERR, 8);
  EXPECT_THAT(text_with(SIGSEGV, info, {}),
              EndsWith("; accelerator.guard and driver.check_bounds find many such accesses "
                       "(docs/guard.md)"));
  EXPECT_THAT(text_with(SIGSEGV, info, {.guard = true}),
              EndsWith("; driver.check_bounds finds many such accesses of kernels (docs/guard.md)"));
  EXPECT_THAT(text_with(SIGSEGV, info, {.bounds = true}),
              EndsWith("; accelerator.guard finds many such accesses of functions (docs/guard.md)"));
  EXPECT_THAT(text_with(SIGSEGV, info, {.guard = true, .bounds = true}),
              EndsWith("; valgrind finds accesses that accelerator.guard and driver.check_bounds do not"));
}

TEST(SignalText, SaysWhyAbortWasCalled) {
  const siginfo_t info = sent_by(getpid());
  EXPECT_EQ(text_with(SIGABRT, info, {.terminated = "an exception left a thread"}),
            "SIGABRT: an exception left a thread");
  EXPECT_EQ(text_with(SIGABRT, info, {.reason = "heat: a.cpp:3: f: Assertion `free' failed.\n"}),
            "SIGABRT: abort() was called: heat: a.cpp:3: f: Assertion `free' failed.");
  EXPECT_THAT(
      text_with(SIGABRT, info, {.guard = true, .reason = "free(): invalid pointer\n"}),
      StartsWith("SIGABRT: abort() was called: free(): invalid pointer; the memory was damaged before, perhaps by an "
                 "earlier routine; driver.check_bounds"));
}

} // namespace
} // namespace nopal
