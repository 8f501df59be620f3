#pragma once
// What this process is doing, in a form that signal handlers can read.

#include "core/schedule/routine.hpp"
#include "core/variables/slot.hpp"

#include <atomic>
#include <cstdint>

namespace nopal {

/// The routine that runs, or the one that ran last. Routines outlive the run's calls.
struct CurrentCall {
  std::atomic<const Routine*> routine{nullptr}; ///< null: none has run yet
  std::atomic<std::int64_t> iteration{0};
  std::atomic<bool> is_running{false};
  std::atomic<bool> on_opencl{false}; ///< on a device of OpenCL, whose library may handle SIGFPE
};

/// Returns the one object of this process. Safe in signal handlers, also if it is the first call.
inline CurrentCall& current_call() {
  static constinit CurrentCall call;
  return call;
}

/// The routine that a thread computes as part of an epoch, whose threads may be in different routines and iterations.
struct CallOfThread {
  const Routine* routine = nullptr; ///< null: the thread computes no part of an epoch
  std::int64_t iteration = 0;
};

/// Returns the object of this thread. Safe in signal handlers.
inline CallOfThread& call_of_thread() {
  static constinit thread_local CallOfThread call;
  return call;
}

/// While this object exists, the routine runs.
class CallScope {
public:
  CallScope(const Routine& routine, bool on_opencl, std::int64_t iteration) {
    CurrentCall& call = current_call();
    call.routine.store(&routine, std::memory_order_relaxed);
    call.iteration.store(iteration, std::memory_order_relaxed);
    call.on_opencl.store(on_opencl, std::memory_order_relaxed);
    call.is_running.store(true, std::memory_order_release);
  }
  ~CallScope() { current_call().is_running.store(false, std::memory_order_release); }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
};

} // namespace nopal
