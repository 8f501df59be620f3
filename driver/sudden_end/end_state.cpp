#include "driver/sudden_end/end_state.hpp"

#include "driver/sudden_end/current_call.hpp"

#include <poll.h>
#include <unistd.h>

namespace nopal {

namespace {

constexpr int recorder_milliseconds = 3000; ///< time for the last words

constinit EndState state; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

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
  line.add(state.labels->of(routine));
  line.add_number(in_epoch.routine != nullptr ? in_epoch.iteration : call.iteration.load()).add("): ");
}

} // namespace

EndState& end_state() { return state; }

bool run_goes_on() { return state.armed && !state.claimed && !job_ends() && getpid() == state.process; }

bool claim_end() {
  if (state.claimed.exchange(true)) return false;
  state.claimer = pthread_self();
  return true;
}

SignalLine& begin_end_line(SignalLine& line) {
  line.add("nopal: ");
  if (state.size > 1) line.add("rank ").add_number(state.rank).add(": ");
  state.account = line.size();
  add_place(line);
  return line;
}

std::string end_account() { return {state.line.data() + state.account, state.line.size() - state.account}; }

void record_end() {
  const char byte = 'x';
  if (write(state.wake[1], &byte, 1) != 1) return;
  struct pollfd answer {
    state.written[0], POLLIN, 0
  };
  poll(&answer, 1, recorder_milliseconds);
}

} // namespace nopal
