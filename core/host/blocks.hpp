#pragma once
// Blocks of threads on the host: the arguments of one thread, and the launches that a host backend runs.
// Plain data, so that generated code, plugins and core agree on it (part of the plugin ABI).

#include "core/grid/box.hpp"

#include <cstddef>
#include <functional>

namespace nopal {

/// Limits of the host backends whose blocks have several threads. The number of threads is the limit of GPUs. The
/// memory fits into a core's second-level cache, and is more than any GPU has for a block.
constexpr long max_block_threads = 1024;
constexpr std::size_t max_block_shared_bytes = std::size_t{1} << 20;

/// The largest block that a backend can run.
struct BlockLimits {
  long max_threads = 1;
  Index max_along{};                ///< threads along i, j and k; 0: no limit but max_threads
  std::size_t max_shared_bytes = 0; ///< memory that the threads share
};

/// The threads of one block wait here for each other.
class BlockBarrier {
public:
  virtual ~BlockBarrier() = default;
  /// Returns when every thread of the block has called it equally often. Throws if this cannot happen any more because
  /// a thread of the block has ended or thrown. HostBackend::run then throws an exception that names the cause.
  virtual void wait() = 0;
};

/// One thread of a block.
struct BlockThread {
  Index index{0, 0, 0};        ///< position in the block, along i, j, k
  std::byte* shared = nullptr; ///< memory of the block, aligned to 64 bytes, at first undefined
  BlockBarrier* barrier = nullptr;
};

/// A launch of n_blocks blocks. They run in any order and do not wait for each other.
struct HostBlocks {
  long n_blocks = 0;
  Index threads{1, 1, 1};       ///< threads of each block, along i, j, k
  std::size_t shared_bytes = 0; ///< shared memory of each block
  /// Runs one thread of block number `block`.
  std::function<void(long block, const BlockThread& thread)> run = {};
};

inline long thread_count(const Index& threads) { return threads[0] * threads[1] * threads[2]; }

/// Returns the index of thread `number` of a block. i changes fastest.
inline Index thread_index(long number, const Index& threads) {
  return {number % threads[0], number / threads[0] % threads[1], number / (threads[0] * threads[1])};
}

} // namespace nopal
