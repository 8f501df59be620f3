#pragma once
// The host backends that core has itself.

#include "core/host/host_backend.hpp"

#include <memory>

namespace nopal {

/// One thread computes everything.
std::unique_ptr<HostBackend> serial_backend();
/// The threads of a block are std::threads of a pool, and so are the `threads` members of share().
std::unique_ptr<HostBackend> threads_backend(int threads);
/// Blocks of one thread, shared out among `threads` OpenMP threads.
std::unique_ptr<HostBackend> openmp_blocks_backend(int threads);
/// The threads of a block are an OpenMP team; share() has `threads` members.
std::unique_ptr<HostBackend> openmp_threads_backend(int threads);

} // namespace nopal
