#include "core/host/openmp_share.hpp"

#include <omp.h>

namespace nopal {

void openmp_share(int threads, const std::function<void(int member, int n_members)>& work, FirstFailure& failure) {
  if (threads == 1) {
    work(0, 1);
    return;
  }
#pragma omp parallel num_threads(threads)
  failure.guard([&] { work(omp_get_thread_num(), omp_get_num_threads()); });
  failure.raise();
}

} // namespace nopal
