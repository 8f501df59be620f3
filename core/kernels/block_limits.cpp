#include "core/kernels/block_limits.hpp"

#include "core/base/bytes_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace nopal {

namespace {

/// Returns "8 x 8 x 1 threads, but <backend> has at most 1" for the first limit that is exceeded; empty: there is none.
std::string excess(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits, std::string_view backend) {
  const auto threads = [&](long most) {
    return fmt::format("{} threads, but {} has at most {}", fmt::join(shape.threads, " x "), backend, most);
  };
  if (shape.n_threads() > limits.max_threads) return threads(limits.max_threads);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const long most = limits.max_along[axis]; most != 0 && shape.threads[axis] > most)
      return fmt::format("{} along {}", threads(most), "ijk"[axis]);
  const std::size_t bytes = shape.shared_bytes(*kernel.blocks);
  if (bytes <= limits.max_shared_bytes) return "";
  return fmt::format("{} bytes of shared memory, but {} has at most {}", bytes, backend, limits.max_shared_bytes);
}

} // namespace

long suitable_threads(std::span<const BlockPlace> places) {
  long most = 256;
  for (const BlockPlace& place : places) {
    most = std::min({most, place.is_gpu ? 256L : 16L, std::max(1L, place.limits.max_threads)});
    if (const long along = place.limits.max_along[0]; along != 0) most = std::min(most, along);
  }
  long threads = 1;
  while (2 * threads <= most) threads *= 2;
  return threads;
}

bool fits(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits) {
  return excess(kernel, shape, limits, "").empty();
}

std::string limits_text(const BlockLimits& limits) {
  const bool narrower = std::any_of(limits.max_along.begin(), limits.max_along.end(),
                                    [&](long along) { return along != 0 && along < limits.max_threads; });
  return fmt::format("{} thread{} a block{}, {} of shared memory", limits.max_threads,
                     limits.max_threads == 1 ? "" : "s",
                     narrower ? fmt::format(" (at most {})", fmt::join(limits.max_along, " x ")) : "",
                     bytes_text(limits.max_shared_bytes));
}

std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockPlace& place,
                          std::span<const BlockPlace> others) {
  std::vector<std::string> would_do;
  for (const BlockPlace& other : others)
    if (fits(kernel, shape, other.limits)) would_do.push_back(other.backend);
  std::string advice = "make the blocks smaller, or choose another backend; `nopal list backends` shows all";
  if (!would_do.empty())
    advice = fmt::format("these backends have enough: {}", fmt::join(would_do, ", "));
  else if (!others.empty())
    advice = "no backend of this machine has enough: make the blocks smaller";
  return fmt::format("kernel {} of thorn {}: a block needs {}; {}", kernel.name, kernel.thorn,
                     excess(kernel, shape, place.limits, place.backend), advice);
}

} // namespace nopal
