#include "driver/sudden_end/sudden_end.hpp"

#include "core/base/assert.hpp"
#include "core/host/signal_stack.hpp"
#include "core/kernels/kernel_fault.hpp"
#include "driver/sudden_end/current_call.hpp"
#include "driver/sudden_end/signal_text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace nopal {

namespace {

constexpr std::array numbers{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int recorder_milliseconds = 3000; ///< time for the last words
constexpr unsigned last_seconds = 20;       ///< time for earlier handlers, which may hang in a damaged process

/// What the handlers work with: they can reach only global data. They may only call functions that are safe in
/// handlers.
struct State {
  std::atomic<bool> armed{false};
  std::atomic<bool> claimed{false}; ///< true from the first end on
  pthread_t claimer{};
  const Session* session = nullptr;
  const LastWords* last_words = nullptr;
  SignalLine line;
  std::size_t account = 0;   ///< where the text begins in `line`, after the rank
  int wake[2] = {-1, -1};    ///< pipe from the handler to the recorder
  int written[2] = {-1, -1}; ///< pipe from the recorder to the handler
  int probe[2] = {-1, -1};
  std::array<struct sigaction, numbers.size()> before{};
};

State state; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

[[noreturn]] void wait_forever() {
  for (;;) pause();
}

/// Adds "heat::step (evol, iteration 7): ", or where the process is between two routines.
void add_place(SignalLine& line) {
  const CurrentCall& call = current_call();
  const CallOfThread& in_epoch = call_of_thread();
  const Routine* routine = in_epoch.routine != nullptr ? in_epoch.routine : call.routine.load();
  if (routine == nullptr) {
    line.add("before the first routine: ");
    return;
  }
  if (!call.is_running) line.add("after ");
  line.add(routine->thorn).add("::").add(routine->name).add(" (").add(routine->bin).add(", iteration ");
  line.add_number(in_epoch.routine != nullptr ? in_epoch.iteration : call.iteration.load()).add("): ");
}

/// Begins "nopal: rank 1: heat::step (evol, iteration 7): ", as tell() does.
SignalLine& begin_line() {
  state.line.add("nopal: ");
  if (state.session->size() > 1) state.line.add("rank ").add_number(state.session->rank()).add(": ");
  state.account = state.line.size();
  add_place(state.line);
  return state.line;
}

std::string account() { return {state.line.data() + state.account, state.line.size() - state.account}; }

bool send(int pipe_end) {
  const char byte = 'x';
  return write(pipe_end, &byte, 1) == 1;
}

/// Lets the recorder write. If it cannot, for example because the damaged memory has locked it, does not wait long.
void record() {
  if (!send(state.wake[1])) return;
  struct pollfd answer {
    state.written[0], POLLIN, 0
  };
  poll(&answer, 1, recorder_milliseconds);
}

/// Lets the signal end the process when the handler returns, so that the system can write a core file.
void end_as_usual(int number) {
  ::signal(number, SIG_DFL);
  raise(number);
}

/// Calls the handler that was there before: that of MPI prints the stack.
void pass_on(int number, siginfo_t* info, void* context) {
  std::size_t n = 0;
  while (numbers[n] != number) ++n;
  const struct sigaction& before = state.before[n];
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
  // Kernels may divide by 0 on devices of OpenCL: the handler of PoCL steps over the division. A launch may still be at
  // work after its routine. Functions on the host may not divide by 0.
  if (number == SIGFPE && current_call().on_opencl) return pass_on(number, info, context);
  if (state.claimed.exchange(true)) {
    if (pthread_equal(pthread_self(), state.claimer) == 0) wait_forever();
    return end_as_usual(number); // an earlier handler failed, too
  }
  state.claimer = pthread_self();
  add_signal_text(begin_line(), number, *info, context, state.probe[1]);
  state.line.print();
  record();
  if (number == SIGFPE || fault_text() != nullptr) return end_as_usual(number); // the stack would say no more
  set_alarm();
  pass_on(number, info, context);
}

void end_by_exit(int status, void* /*unused*/) {
  if (!state.armed || state.claimed.exchange(true)) return;
  begin_line().add("exit(").add_number(status).add(
      ") was called, which would end this process only: throw nopal::Error to end a run with an error, or call "
      "request_termination()");
  std::fflush(nullptr);
  state.line.print();
  (*state.last_words)(account());
  end_job(*state.session);
}

void open_pipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(std::string("cannot create a pipe: ") + std::strerror(errno));
}

} // namespace

SuddenEnd::SuddenEnd(const Session& session, LastWords last_words) : last_words_(std::move(last_words)) {
  NOPAL_ASSERT(!state.armed);
  use_signal_stack();
  for (int(*ends)[2] : {&state.wake, &state.written, &state.probe}) open_pipe(*ends);
  state.session = &session;
  state.last_words = &last_words_;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // the recorder handles no signals of the program
  recorder_ = std::thread(&SuddenEnd::serve, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  struct sigaction action {};
  action.sa_sigaction = end_by_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (std::size_t n = 0; n < numbers.size(); ++n) sigaction(numbers[n], &action, &state.before[n]);
  static const bool registered = on_exit(end_by_exit, nullptr) == 0;
  NOPAL_ASSERT(registered);
  state.armed = true;
}

SuddenEnd::~SuddenEnd() {
  state.armed = false;
  for (std::size_t n = 0; n < numbers.size(); ++n) sigaction(numbers[n], &state.before[n], nullptr);
  for (int(*ends)[2] : {&state.wake, &state.written, &state.probe}) close((*ends)[1]);
  recorder_.join();
  for (int(*ends)[2] : {&state.wake, &state.written, &state.probe}) close((*ends)[0]);
}

void SuddenEnd::serve() {
  char byte = 0;
  if (read(state.wake[0], &byte, 1) != 1) return; // the other end is closed: the run is over
  last_words_(account());
  send(state.written[1]);
}

} // namespace nopal
