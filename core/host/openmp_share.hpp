#pragma once
// A parallel region of OpenMP whose threads may throw.

#include "core/host/block_failure.hpp"

#include <functional>

namespace nopal {

/// Calls work(member, n_members) in each thread of a team of `threads`. If some threw, throws the first exception.
void openmp_share(int threads, const std::function<void(int member, int n_members)>& work, FirstFailure& failure);

} // namespace nopal
