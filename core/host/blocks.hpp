#pragma once
// Blocks of threads on the host: what one thread of a block is given, and what a host backend runs.
// Plain data, so that generated code, plugins and core agree on it (part of the plugin ABI).

#include "core/grid/box.hpp"

#include <cstddef>
#include <functional>

namespace nopal {

/// What a block may ask of host backends whose blocks have several threads. So many threads as on GPUs; so much
/// memory as a core's second-level cache holds, which is more than any GPU has for a block.
constexpr long max_block_threads = 1024;
constexpr std::size_t max_block_shared_bytes = std::size_t{1} << 20;

/// What a backend allows a block.
struct BlockLimits {
  long max_threads = 1;
  Index max_along{};                ///< threads along i, j and k; 0: no limit but max_threads
  std::size_t max_shared_bytes = 0; ///< memory that its threads share
};

/// Where the threads of one block wait for each other.
class BlockBarrier {
public:
  virtual ~BlockBarrier() = default;
  /// Returns when every thread of the block has called it as often. Throws where that can no longer happen, since a
  /// thread of the block has ended or thrown: HostBackend::run then throws what names the cause.
  virtual void wait() = 0;
};

/// One thread of a block.
struct BlockThread {
  Index index{0, 0, 0};        ///< in its block, along i, j, k
  std::byte* shared = nullptr; ///< memory of the block, aligned to 64 bytes, contents undefined at its start
  BlockBarrier* barrier = nullptr;
};

/// A launch: n_blocks blocks, in any order, that do not wait for each other.
struct HostBlocks {
  long n_blocks = 0;
  Index threads{1, 1, 1};       ///< of each block, along i, j, k
  std::size_t shared_bytes = 0; ///< of each block
  /// One thread of block `block`.
  std::function<void(long block, const BlockThread& thread)> run;
};

inline long thread_count(const Index& threads) { return threads[0] * threads[1] * threads[2]; }

/// Of the `number`-th thread of a block, i fastest.
inline Index thread_index(long number, const Index& threads) {
  return {number % threads[0], number / threads[0] % threads[1], number / (threads[0] * threads[1])};
}

} // namespace nopal
