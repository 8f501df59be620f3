#pragma once
// `nopal plan`.

#include "driver/plan/plan_input.hpp"
#include "driver/run.hpp"

namespace nopal {

/// What the steps of a run before its device found out. `session.size()` need not be the ranks that are planned for.
struct Planning {
  const SearchPath& path;
  const Description& description;
  const Decomposition& decomposition;
  std::int64_t iterations; ///< of the run; -1: not known
  const Threads& threads;
};

/// Collective; rank 0 prints.
void print_plan(const Session& session, const Planning& planning, const RunOptions& options);

} // namespace nopal
