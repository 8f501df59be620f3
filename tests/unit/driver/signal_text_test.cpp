#include "driver/sudden_end/signal_text.hpp"

#include <gmock/gmock.h>

#include <ucontext.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <string>

namespace nopal {
namespace {

using testing::StartsWith;

const char readable = 0;

/// Returns the text of a signal that comes while the stack pointer has this value. It must be readable.
std::string text_of(int number, const siginfo_t& info,
                    std::uintptr_t stack = std::bit_cast<std::uintptr_t>(&readable)) {
  ucontext_t context{};
#if defined(__x86_64__)
  context.uc_mcontext.gregs[REG_RSP] = std::bit_cast<greg_t>(stack);
#elif defined(__aarch64__)
  context.uc_mcontext.sp = stack;
#endif
  int probe[2];
  EXPECT_EQ(pipe(probe), 0);
  SignalLine line;
  add_signal_text(line, number, info, &context, probe[1]);
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

TEST(SignalText, TellsSignalsOfOtherProcessesFromItsOwn) {
  EXPECT_EQ(text_of(SIGSEGV, sent_by(1)), "SIGSEGV: process 1 sent this signal");
  EXPECT_EQ(text_of(SIGABRT, sent_by(1)), "SIGABRT: process 1 sent this signal");
  EXPECT_THAT(text_of(SIGABRT, sent_by(getpid())), StartsWith("SIGABRT: abort() was called: "));
}

} // namespace
} // namespace nopal
