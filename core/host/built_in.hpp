#pragma once
// The host accelerators that core has itself.

#include "core/host/host_accelerator.hpp"

#include <memory>

namespace nopal {

/// One thread computes everything.
std::unique_ptr<HostAccelerator> serial_accelerator();
/// The threads of a block are std::threads of a pool, and so are the `threads` members of share().
std::unique_ptr<HostAccelerator> threads_accelerator(int threads);
/// Blocks of one thread, shared out among `threads` OpenMP threads.
std::unique_ptr<HostAccelerator> openmp_blocks_accelerator(int threads);
/// The threads of a block are an OpenMP team; share() has `threads` members.
std::unique_ptr<HostAccelerator> openmp_threads_accelerator(int threads);

} // namespace nopal
