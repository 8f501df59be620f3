#include "driver/sudden_end/sudden_end.hpp"

#include "core/base/assert.hpp"
#include "core/host/signal_stack.hpp"
#include "core/kernels/kernel_fault.hpp"
#include "driver/sudden_end/c_library.hpp"
#include "driver/sudden_end/child.hpp"
#include "driver/sudden_end/current_call.hpp"
#include "driver/sudden_end/end_state.hpp"
#include "driver/sudden_end/exits.hpp"
#include "driver/sudden_end/wait_forever.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace nopal {

namespace {

constexpr std::array numbers{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPIPE, SIGXFSZ, SIGXCPU};
constexpr unsigned last_seconds = 5; ///< time for earlier handlers, which may hang in a damaged process

std::array<struct sigaction, numbers.size()> handlers_before;

/// Why std::terminate() was called. Its handler may use the heap, that of SIGABRT may not.
struct Termination {
  std::atomic<bool> written{false};
  char text[1024]{};
};
constinit Termination termination; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Lets the signal end the process when the handler returns, so that the system can write a core file.
void end_as_usual(int number) {
  ::signal(number, SIG_DFL);
  raise(number);
}

/// Calls the handler that was there before: that of MPI prints the stack.
void pass_on(int number, siginfo_t* info, void* context) {
  std::size_t n = 0;
  while (numbers[n] != number) ++n;
  const struct sigaction& before = handlers_before[n];
  if ((before.sa_flags & SA_SIGINFO) != 0) return before.sa_sigaction(number, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(number);
  end_as_usual(number);
}

/// Ends the process by force if earlier handlers do not end it.
void set_alarm() {
  ::signal(SIGALRM, SIG_DFL);
  sigset_t only_alarm;
  sigemptyset(&only_alarm);
  sigaddset(&only_alarm, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &only_alarm, nullptr);
  alarm(last_seconds);
}

void end_by_signal(int number, siginfo_t* info, void* context) {
  EndState& state = end_state();
  if (getpid() != state.process) return end_as_usual(number); // a child of fork() ends no run
  // Kernels may divide by 0 on devices of OpenCL: the handler of PoCL steps over the division. A launch may still be at
  // work after its routine. Functions on the host may not divide by 0.
  if (number == SIGFPE && current_call().on_opencl) return pass_on(number, info, context);
  if (!claim_end()) {
    if (pthread_equal(pthread_self(), state.claimer) == 0) wait_forever();
    return end_as_usual(number); // an earlier handler failed, too
  }
  SignalCircumstances around = state.around;
  if (number == SIGABRT) {
    around.terminated = termination.written ? termination.text : nullptr;
    around.reason = abort_reason();
  }
  add_signal_text(begin_end_line(state.line), number, *info, context, around);
  tell_end_line();
  // The stack would say no more, or to print it is not safe any more.
  if (number == SIGFPE || is_of_system(number) || fault_text() != nullptr || is_damage(around.reason))
    return end_as_usual(number);
  set_alarm();
  pass_on(number, info, context);
}

[[noreturn]] void end_by_terminate() {
  const std::exception_ptr failure = std::current_exception();
  if (run_goes_on() && !termination.written) {
    std::snprintf(termination.text, sizeof termination.text, "%s%s",
                  failure ? "an exception left a thread, or a function that may not throw; catch it there: "
                          : "std::terminate() was called without an exception, for example by a std::thread that was "
                            "destroyed before join() or detach()",
                  failure_text(failure).c_str());
    termination.written = true;
  }
  std::abort();
}

} // namespace

SuddenEnd::SuddenEnd(const Session& session, std::span<const Routine> routines, Searches searches) : labels_(routines) {
  EndState& state = end_state();
  NOPAL_ASSERT(!state.armed);
  use_signal_stack();
  if (pipe2(probe_, O_CLOEXEC) != 0) throw Error(std::string("cannot create a pipe: ") + std::strerror(errno));
  state.process = getpid();
  state.caller = pthread_self();
  state.rank = session.rank();
  state.size = session.size();
  state.labels = &labels_;
  state.session = &session;
  state.around = {.probe = probe_[1], .guard = searches.guard, .bounds = searches.bounds};
  find_c_library(state.around);
  struct sigaction action{};
  action.sa_sigaction = end_by_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    sigaction(numbers[n], &action, &handlers_before[n]);
    // Who ignores a broken pipe, or handles a timer, goes on doing so.
    if (is_of_system(numbers[n]) && handlers_before[n].sa_handler != SIG_DFL)
      sigaction(numbers[n], &handlers_before[n], nullptr);
  }
  terminate_before_ = std::set_terminate(end_by_terminate);
  watch_exits();
  watch_forks();
  state.armed = true;
}

SuddenEnd::~SuddenEnd() {
  end_state().armed = false;
  std::set_terminate(terminate_before_);
  for (std::size_t n = 0; n < numbers.size(); ++n) sigaction(numbers[n], &handlers_before[n], nullptr);
  for (const int end : probe_) close(end);
}

void SuddenEnd::set_record(const std::string& path) {
  EndState& state = end_state();
  // A path that does not fit cannot be opened either.
  const std::size_t n = path.size() < sizeof state.record ? path.copy(state.record, path.size()) : 0;
  state.record[n] = '\0';
}

} // namespace nopal
