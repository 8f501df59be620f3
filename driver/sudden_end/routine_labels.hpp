#pragma once
// The names of the routines of a run, where no stray write can damage them.

#include "core/schedule/routine.hpp"

#include <cstddef>
#include <span>

namespace nopal {

/// Holds a text for each routine, "heat::step (evol, iteration ", in pages that cannot be written.
class RoutineLabels {
public:
  /// `routines` must outlive this object. Throws Error if the system gives no memory.
  explicit RoutineLabels(std::span<const Routine> routines);
  ~RoutineLabels();
  RoutineLabels(const RoutineLabels&) = delete;
  RoutineLabels& operator=(const RoutineLabels&) = delete;

  /// Returns the text of a routine, or of "a routine" if it is none of the run's. Reads nothing of the routine itself.
  /// Safe in signal handlers.
  const char* of(const Routine* routine) const;

private:
  const Routine* first_ = nullptr;
  std::size_t n_ = 0;
  void* pages_ = nullptr; ///< for each routine the place of its text, then the texts
  std::size_t bytes_ = 0;
};

} // namespace nopal
