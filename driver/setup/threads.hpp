#pragma once
// The number of threads for this rank.

#include "driver/session/session.hpp"

#include <string>

namespace nopal {

struct Threads {
  int host = 1;         ///< OpenMP threads of this rank
  int device = 1;       ///< worker threads of a CPU device in this rank
  int bound_cores = 1;  ///< cores that this rank may run on
  int node_cores = 1;   ///< cores that any rank of this node may run on
  bool by_user = false; ///< OMP_NUM_THREADS is set
  std::string warning;  ///< why the run will be slower than necessary; empty: no warning
};

/// Collective. Divides the cores of the node among its ranks, or uses OMP_NUM_THREADS if that is set. Sets the number
/// of OpenMP threads.
Threads choose_threads(const Session& session);

/// Returns "threads: 2 per rank, on 2 of the node's cores (4 for all ranks)".
std::string threads_summary(const Threads& threads);

} // namespace nopal
