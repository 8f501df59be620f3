#include "driver/guard/fault_trap.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "driver/sudden_end/wait_forever.hpp"

#include <fmt/format.h>

#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>

namespace nopal {

namespace {

/// The data of the signal handler. They are plain memory, because a handler may only call functions that are safe
/// there.
struct TrapState {
  std::atomic<bool> exists = false;
  std::atomic<bool> armed = false;   ///< an action runs
  std::atomic<bool> claimed = false; ///< true from the first fault on
  const AddressRange* ranges = nullptr;
  std::size_t n_ranges = 0;
  pid_t process = 0;
  pthread_t caller{};
  sigjmp_buf way_out{};
  Fault fault;
  int wake[2] = {-1, -1};    ///< pipe from the faulting thread to the reporter
  int verdict[2] = {-1, -1}; ///< pipe from the reporter to the faulting thread
  struct sigaction before{};
};

TrapState trap_state; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a handler can reach no other data

FaultKind kind_of([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0 ? FaultKind::write : FaultKind::read;
#elif defined(__aarch64__)
  // The kernel appends records. One holds the syndrome register of the fault; its bit 6 is set for a write.
  const auto* record = reinterpret_cast<const _aarch64_ctx*>(context.uc_mcontext.__reserved);
  while (record->magic != 0 && record->size != 0) {
    if (record->magic == ESR_MAGIC)
      return (reinterpret_cast<const esr_context*>(record)->esr & 64) != 0 ? FaultKind::write : FaultKind::read;
    record = reinterpret_cast<const _aarch64_ctx*>(reinterpret_cast<const char*>(record) + record->size);
  }
  return FaultKind::unknown;
#else
  return FaultKind::unknown;
#endif
}

void* instruction_of([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  return std::bit_cast<void*>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return std::bit_cast<void*>(context.uc_mcontext.pc);
#else
  return nullptr;
#endif
}

/// Stores the stack from the faulting instruction on, without the frames of the handler.
void take_frames(Fault& fault, void* instruction) {
  void* frames[Fault::most_frames];
  const int n = backtrace(frames, Fault::most_frames);
  int first = 0;
  while (first < n && frames[first] != instruction) ++first;
  fault.frames[0] = instruction;
  fault.n_frames = 1;
  for (int f = first + 1; f < n; ++f) fault.frames[fault.n_frames++] = frames[f];
}

bool is_watched(std::uintptr_t address) {
  for (std::size_t r = 0; r < trap_state.n_ranges; ++r)
    if (trap_state.ranges[r].contains(address)) return true;
  return false;
}

void pass_fault_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& before = trap_state.before;
  if ((before.sa_flags & SA_SIGINFO) != 0) return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
  // Without the handler the instruction runs again and ends the program.
  struct sigaction crash{};
  crash.sa_handler = SIG_DFL;
  sigaction(signal, &crash, nullptr);
}

/// Sends a character through a pipe.
void send(int pipe_end, char what) {
  while (::write(pipe_end, &what, 1) < 0 && errno == EINTR) {
  }
}

/// Waits for a character from a pipe.
char receive(int pipe_end) {
  char what = 0;
  while (read(pipe_end, &what, 1) < 0 && errno == EINTR) {
  }
  return what;
}

void handle(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool on_caller = pthread_equal(pthread_self(), trap_state.caller) != 0;
  // After a fault, other threads may use objects that are being destroyed.
  if (trap_state.claimed && !on_caller) wait_forever();
  // A child that the action made with fork() has no reporter.
  if (!trap_state.armed || getpid() != trap_state.process || info->si_code != SEGV_ACCERR || !is_watched(address))
    return pass_fault_on(signal, info, context);
  if (trap_state.claimed.exchange(true)) wait_forever();
  const auto& machine = *static_cast<const ucontext_t*>(context);
  Fault& fault = trap_state.fault;
  fault.address = address;
  fault.kind = kind_of(machine);
  fault.thread = gettid();
  fault.on_caller = on_caller;
  take_frames(fault, instruction_of(machine));
  send(trap_state.wake[1], 'f');
  if (receive(trap_state.verdict[0]) != 'j') wait_forever();
  siglongjmp(trap_state.way_out, 1);
}

void open_pipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error(fmt::format("accelerator.guard cannot create a pipe: {}", std::strerror(errno)));
}

} // namespace

FaultTrap::FaultTrap(Judge judge, End end) : judge_(std::move(judge)), end_(std::move(end)) {
  NOPAL_ASSERT(!trap_state.exists.exchange(true));
  open_pipe(trap_state.wake);
  open_pipe(trap_state.verdict);
  trap_state.claimed = false;
  // The first call loads a library. Later calls run in the handler, where that is not allowed.
  void* frame = nullptr;
  backtrace(&frame, 1);
  // The reporter thread must not handle signals of the program, so it starts with all signals blocked.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  reporter_ = std::thread(&FaultTrap::serve, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  struct sigaction action{};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &trap_state.before);
}

FaultTrap::~FaultTrap() {
  send(trap_state.wake[1], 'q');
  reporter_.join();
  // Other threads that fault wait in the handler for the end of the program.
  if (trap_state.claimed) return;
  sigaction(SIGSEGV, &trap_state.before, nullptr);
  for (const int end : {trap_state.wake[0], trap_state.wake[1], trap_state.verdict[0], trap_state.verdict[1]})
    close(end);
  trap_state.exists = false;
}

void FaultTrap::serve() {
  if (receive(trap_state.wake[0]) != 'f') return;
  Verdict verdict = judge_(trap_state.fault);
  text_ = std::move(verdict.text);
  if (!verdict.may_leave || !trap_state.fault.on_caller) end_(text_);
  send(trap_state.verdict[1], 'j');
  receive(trap_state.wake[0]);
}

std::string FaultTrap::watch(std::span<const AddressRange> ranges, const std::function<void()>& action) {
  struct Armed {
    explicit Armed(std::span<const AddressRange> ranges) {
      trap_state.ranges = ranges.data();
      trap_state.n_ranges = ranges.size();
      trap_state.caller = pthread_self();
      trap_state.process = getpid();
      trap_state.armed = true;
    }
    ~Armed() { trap_state.armed = false; }
  } const armed(ranges);
  if (sigsetjmp(trap_state.way_out, 1) != 0) return text_;
  action();
  return {};
}

} // namespace nopal
