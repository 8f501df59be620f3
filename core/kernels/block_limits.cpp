#include "core/kernels/block_limits.hpp"

#include "core/base/bytes_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace nopal {

namespace {

/// What a block asks for and what it is allowed, of the first limit that it exceeds.
struct Excess {
  std::string asked, allowed;
};

std::optional<Excess> excess(const BlockShape& shape, std::size_t bytes, const BlockLimits& limits) {
  const std::string threads = fmt::format("{} threads", fmt::join(shape.threads, " x "));
  if (shape.n_threads() > limits.max_threads) return Excess{threads, fmt::format("{} at most", limits.max_threads)};
  for (int axis = 0; axis < 3; ++axis)
    if (limits.max_along[axis] != 0 && shape.threads[axis] > limits.max_along[axis])
      return Excess{threads, fmt::format("{} at most along {}", limits.max_along[axis], "ijk"[axis])};
  if (bytes > limits.max_shared_bytes)
    return Excess{fmt::format("{} bytes of shared memory", bytes), fmt::format("{} at most", limits.max_shared_bytes)};
  return std::nullopt;
}

} // namespace

std::string limits_text(const BlockLimits& limits) {
  const bool narrower = std::any_of(limits.max_along.begin(), limits.max_along.end(),
                                    [&](long along) { return along != 0 && along < limits.max_threads; });
  return fmt::format("{} thread{} a block{}, {} of shared memory", limits.max_threads,
                     limits.max_threads == 1 ? "" : "s",
                     narrower ? fmt::format(" (at most {})", fmt::join(limits.max_along, " x ")) : "",
                     bytes_text(limits.max_shared_bytes));
}

std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits,
                          std::span<const BlockLimits> others) {
  const std::size_t bytes = shape.shared_bytes(*kernel.blocks);
  const std::optional<Excess> found = excess(shape, bytes, limits);
  if (!found) return "";
  std::vector<std::string> would_do;
  for (const BlockLimits& other : others)
    if (!excess(shape, bytes, other)) would_do.push_back(other.accelerator);
  return fmt::format("kernel {} of thorn {}: a block asks for {}, and {} has {}; {}", kernel.name, kernel.thorn,
                     found->asked, limits.accelerator, found->allowed,
                     others.empty() ? std::string("make its blocks smaller, or choose another: nopal list accelerators")
                     : would_do.empty()
                         ? std::string("no accelerator of this machine would do: make its blocks smaller")
                         : fmt::format("these would do: {}", fmt::join(would_do, ", ")));
}

} // namespace nopal
