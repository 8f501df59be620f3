#include "core/kernels/block_limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace nopal {

namespace {

bool fits(long threads, std::size_t bytes, const BlockLimits& limits) {
  return threads <= limits.max_threads && bytes <= limits.max_shared_bytes;
}

} // namespace

std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits,
                          std::span<const BlockLimits> others) {
  const long threads = shape.n_threads();
  const std::size_t bytes = shape.shared_bytes(*kernel.blocks);
  if (fits(threads, bytes, limits)) return "";
  std::vector<std::string> would_do;
  for (const BlockLimits& other : others)
    if (fits(threads, bytes, other)) would_do.push_back(other.accelerator);
  const std::string asked = threads > limits.max_threads ? fmt::format("{} x {} x {} threads", shape.threads[0],
                                                                       shape.threads[1], shape.threads[2])
                                                         : fmt::format("{} bytes of shared memory", bytes);
  const std::string allowed = threads > limits.max_threads ? fmt::format("{} at most", limits.max_threads)
                                                           : fmt::format("{} at most", limits.max_shared_bytes);
  return fmt::format("kernel {} of thorn {}: a block asks for {}, and {} has {}; {}", kernel.name, kernel.thorn, asked,
                     limits.accelerator, allowed,
                     would_do.empty() ? std::string("no accelerator of this machine would do: make its blocks smaller")
                                      : fmt::format("these would do: {}", fmt::join(would_do, ", ")));
}

} // namespace nopal
