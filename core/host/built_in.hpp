#pragma once
// The host backends that are part of core.

#include "core/host/host_backend.hpp"

#include <memory>

namespace nopal {

/// One thread computes all points and blocks.
std::unique_ptr<HostBackend> serial_backend();
/// The threads of a block and the `threads` members of share() are std::threads of a pool.
std::unique_ptr<HostBackend> threads_backend(int threads);
/// `threads` OpenMP threads share the blocks, which have one thread each.
std::unique_ptr<HostBackend> openmp_blocks_backend(int threads);
/// The threads of a block are an OpenMP team; share() has `threads` members.
std::unique_ptr<HostBackend> openmp_threads_backend(int threads);
/// Teams of OpenMP share the blocks. The threads of a block are a parallel region in its team; share() has `threads`
/// members.
std::unique_ptr<HostBackend> openmp_teams_backend(int threads);

} // namespace nopal
