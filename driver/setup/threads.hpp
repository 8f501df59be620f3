#pragma once
// How many threads this rank may use.

#include "driver/session/session.hpp"

#include <string>

namespace nopal {

struct Threads {
  int host = 1;         ///< OpenMP threads of this rank
  int device = 1;       ///< worker threads of a CPU device in this rank
  int bound_cores = 1;  ///< cores that this rank may run on
  int node_cores = 1;   ///< cores that any rank of this node may run on
  bool by_user = false; ///< OMP_NUM_THREADS is set
  std::string warning;  ///< empty, or why a run will be slower than need be
};

/// Collective: shares the node's cores among its ranks, unless OMP_NUM_THREADS says otherwise; sets the number of
/// OpenMP threads.
Threads choose_threads(const Session& session);

/// "threads: 2 a rank, bound to 2 of 2 cores (OMP_NUM_THREADS)".
std::string threads_summary(const Threads& threads);

} // namespace nopal
