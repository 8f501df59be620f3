#pragma once
// A parallel region of OpenMP whose threads may throw.

#include "core/host/block_failure.hpp"

#include <omp.h>

namespace nopal {

/// Calls work(member, n_members) in each thread of a team of `threads`. If some threw, throws the first exception.
template <class Work> void openmp_share(int threads, const Work& work, FirstFailure& failure) {
  if (threads == 1) {
    work(0, 1);
    return;
  }
#pragma omp parallel num_threads(threads)
  failure.guard([&] { work(omp_get_thread_num(), omp_get_num_threads()); });
  failure.raise();
}

} // namespace nopal
