#pragma once
// What the reports of a sudden end work with. Signal handlers can reach only global data.

#include "driver/session/failure.hpp"
#include "driver/session/job_end.hpp"
#include "driver/sudden_end/routine_labels.hpp"
#include "driver/sudden_end/signal_line.hpp"
#include "driver/sudden_end/signal_text.hpp"

#include <pthread.h>
#include <sys/types.h>

#include <atomic>

namespace nopal {

/// The state of the one SuddenEnd. Nothing here lies on the heap, which may be damaged, but for what `session` points
/// to.
struct EndState {
  std::atomic<bool> armed{false};
  std::atomic<bool> claimed{false}; ///< true from the first end on
  pthread_t claimer{};
  pid_t process = 0;  ///< of the run. A child that fork() made has another number
  pthread_t caller{}; ///< the thread that calls the routines
  int rank = 0, size = 1;
  const RoutineLabels* labels = nullptr; ///< only its own memory is read
  const Session* session = nullptr;
  SignalLine line;
  char record[4096]{};          ///< path of the run's record; empty: the run has none
  SignalCircumstances around{}; ///< of any signal
};

/// Returns the one object of the process. Safe in signal handlers.
EndState& end_state();

/// Whether this process is the one whose run is watched, and nothing has ended it so far.
bool run_goes_on();
/// Claims the end for the calling thread. Returns false if another end came first.
bool claim_end();
/// Begins "nopal: rank 1: heat::step (evol, iteration 7): ", as tell() does. Safe in signal handlers.
SignalLine& begin_end_line(SignalLine& line);
/// Writes the line of the end to standard error, and as the reason into the record of the run. Safe in signal handlers.
void tell_end_line();

} // namespace nopal
