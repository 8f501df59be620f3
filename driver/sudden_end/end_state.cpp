#include "driver/sudden_end/end_state.hpp"

#include "driver/records/note_failure.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <unistd.h>

#include <string_view>

namespace nopal {

namespace {

constexpr std::string_view beginning = "nopal: "; ///< of each line

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
  line.add(beginning.data(), beginning.size());
  if (state.size > 1) line.add("rank ").add_number(state.rank).add(": ");
  add_place(line);
  return line;
}

void tell_end_line() {
  state.line.print();
  if (state.record[0] != '\0')
    note_failure_at_once(state.record, {state.line.data() + beginning.size(), state.line.size() - beginning.size()});
}

} // namespace nopal
