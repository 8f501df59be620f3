#include "driver/sudden_end/signal_text.hpp"

#include "core/kernels/kernel_fault.hpp"

#include <ucontext.h>
#include <unistd.h>

#include <bit>
#include <cstring>

namespace nopal {

namespace {

/// An access so close to the stack pointer counts as one to the stack.
constexpr std::uintptr_t near_bytes = std::uintptr_t{64} << 10;

const char* name_of_ending(int number) {
  switch (number) {
  case SIGSEGV:
    return "SIGSEGV";
  case SIGBUS:
    return "SIGBUS";
  case SIGFPE:
    return "SIGFPE";
  case SIGILL:
    return "SIGILL";
  case SIGABRT:
    return "SIGABRT";
  case SIGALRM:
    return "SIGALRM";
  case SIGPIPE:
    return "SIGPIPE";
  case SIGXFSZ:
    return "SIGXFSZ";
  case SIGXCPU:
    return "SIGXCPU";
  default:
    return "a signal";
  }
}

std::uintptr_t stack_pointer([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  return std::bit_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return std::bit_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.sp);
#else
  return 0;
#endif
}

std::uintptr_t instruction([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  return std::bit_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return std::bit_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
  return 0;
#endif
}

/// Whether the process can read this byte. write() fails where a read would raise a signal.
bool is_readable(std::uintptr_t address, int probe) {
  return ::write(probe, std::bit_cast<const void*>(address), 1) == 1;
}

bool is_stack_full(std::uintptr_t address, const void* context, int probe) {
  const std::uintptr_t stack = stack_pointer(context);
  if (stack == 0) return false;
  const std::uintptr_t distance = address > stack ? address - stack : stack - address;
  return distance < near_bytes || !is_readable(stack, probe);
}

/// Adds what finds the mistake. What the run has on already did not.
void add_advice(SignalLine& line, const SignalCircumstances& around) {
  if (around.guard && around.bounds)
    line.add("; valgrind finds accesses that accelerator.guard and driver.check_bounds do not");
  else if (around.guard)
    line.add("; driver.check_bounds finds many such accesses of kernels (docs/guard.md)");
  else if (around.bounds)
    line.add("; accelerator.guard finds many such accesses of functions (docs/guard.md)");
  else
    line.add("; accelerator.guard and driver.check_bounds find many such accesses (docs/guard.md)");
}

void add_memory_text(SignalLine& line, const siginfo_t& info, const void* context, const SignalCircumstances& around) {
  const auto address = std::bit_cast<std::uintptr_t>(info.si_addr);
  if (info.si_code != SI_KERNEL && is_stack_full(address, context, around.probe)) {
    line.add("its stack is full: let functions call themselves less deeply, keep large arrays in std::vector, or raise "
             "the limit (ulimit -s; OMP_STACKSIZE for threads)");
    return;
  }
  line.add("it accessed memory at ");
  // The processor does not say at which address if no memory can have this address.
  if (info.si_code == SI_KERNEL)
    line.add("an impossible address, such as that of an uninitialised pointer");
  else
    line.add_address(address).add(" that it may not access");
  if (const std::uintptr_t at = instruction(context); at >= around.library_begin && at < around.library_end)
    line.add(", inside the C library: it was given a wrong address, or an earlier routine has damaged its memory");
  add_advice(line, around);
}

void add_abort_text(SignalLine& line, const SignalCircumstances& around) {
  if (around.terminated != nullptr) {
    line.add(around.terminated);
    return;
  }
  line.add("abort() was called: ");
  if (around.reason == nullptr) {
    line.add("by an assertion that failed, or by a library that found an error");
    return;
  }
  std::size_t length = strnlen(around.reason, 512);
  while (length > 0 && around.reason[length - 1] == '\n') --length;
  line.add(around.reason, length);
  if (!is_damage(around.reason)) return;
  line.add("; the memory was damaged before, perhaps by an earlier routine");
  add_advice(line, around);
}

void add_system_text(SignalLine& line, int number) {
  if (number == SIGALRM)
    line.add(
        "a timer has run out, which a function has set by alarm(), setitimer() or timer_create(): handle the signal, "
        "or use std::chrono");
  else if (number == SIGPIPE)
    line.add(
        "it wrote to a pipe or socket that nobody reads any more: ignore the signal (SIG_IGN), so that the call says "
        "so, or keep the reader");
  else if (number == SIGXFSZ)
    line.add("a file would become larger than the limit: raise the limit (ulimit -f), or write less");
  else
    line.add("the process has used as much time of processors as it may: raise the limit (ulimit -t), or end the run "
             "earlier (driver.walltime)");
}

} // namespace

bool is_of_system(int number) {
  return number == SIGALRM || number == SIGPIPE || number == SIGXFSZ || number == SIGXCPU;
}

bool is_damage(const char* reason) {
  if (reason == nullptr) return false;
  if (std::strstr(reason, "Assertion") != nullptr) return std::strstr(reason, "malloc.c") != nullptr;
  for (const char* word : {"malloc", "free", "corrupted", "chunk", "realloc"})
    if (std::strstr(reason, word) != nullptr) return true;
  return false;
}

void add_signal_text(SignalLine& line, int number, const siginfo_t& info, const void* context,
                     const SignalCircumstances& around) {
  if (const char* fault = fault_text(); number == SIGABRT && fault != nullptr) {
    line.add(fault);
    return;
  }
  line.add(name_of_ending(number)).add(": ");
  const bool of_timer = info.si_code == SI_TIMER;
  if (info.si_code <= 0 && !of_timer && info.si_pid != getpid()) {
    line.add("process ").add_number(info.si_pid).add(" sent this signal");
    return;
  }
  if (is_of_system(number)) {
    add_system_text(line, number);
    return;
  }
  if (info.si_code <= 0 && number != SIGABRT) {
    line.add("the process sent this signal to itself, by raise() or kill()");
    return;
  }
  switch (number) {
  case SIGSEGV:
  case SIGBUS:
    return add_memory_text(line, info, context, around);
  case SIGFPE:
    line.add(info.si_code == FPE_INTDIV ? "it divided an integer by 0, or the smallest integer by -1"
                                        : "its arithmetic raised an exception");
    return;
  case SIGILL:
    line.add("this processor does not know an instruction: build for this machine, or look for a function that "
             "returns no value");
    return;
  default:
    add_abort_text(line, around);
  }
}

} // namespace nopal
