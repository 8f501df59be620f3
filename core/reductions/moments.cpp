#include "core/reductions/moments.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace nopal {

namespace {

/// The number of points in a chunk. A chunk stays in the first cache while all its moments are computed.
constexpr long chunk = 512;
/// For fewer points a team of threads costs more than it saves.
constexpr long parallel_points = 1 << 14;

void add_extremes(const double* values, long n, Moments& moments) {
  double low = moments.min, high = moments.max, nans = 0;
#pragma omp simd reduction(min : low) reduction(max : high) reduction(+ : nans)
  for (long i = 0; i < n; ++i) {
    low = values[i] < low ? values[i] : low;
    high = high < values[i] ? values[i] : high;
    nans += std::isnan(values[i]) ? 1.0 : 0.0;
  }
  moments.min = low;
  moments.max = high;
  moments.nan = moments.nan || nans > 0;
}

void add_extremes(const std::int64_t* values, long n, Moments& moments) {
  std::int64_t low = moments.least, high = moments.largest;
#pragma omp simd reduction(min : low) reduction(max : high)
  for (long i = 0; i < n; ++i) {
    low = values[i] < low ? values[i] : low;
    high = high < values[i] ? values[i] : high;
  }
  moments.least = low;
  moments.largest = high;
}

void add_sizes(const double* values, long n, const MomentsWanted& wanted, Moments& moments) {
  const auto size = static_cast<std::size_t>(n);
  double changed[chunk];
  if (wanted.magnitudes) {
    for (long i = 0; i < n; ++i) changed[i] = std::fabs(values[i]);
    moments.magnitudes.add(std::span<const double>(changed, size));
  }
  if (wanted.squares) {
    for (long i = 0; i < n; ++i) changed[i] = values[i] * values[i];
    moments.squares.add(std::span<const double>(changed, size));
  }
}

void add_chunk(const double* values, long n, const MomentsWanted& wanted, Moments& moments) {
  if (wanted.sum) moments.sum.add(std::span<const double>(values, static_cast<std::size_t>(n)));
  if (wanted.extremes) add_extremes(values, n, moments);
  add_sizes(values, n, wanted, moments);
}

void add_chunk(const std::int64_t* values, long n, const MomentsWanted& wanted, Moments& moments) {
  if (wanted.sum)
    for (long i = 0; i < n; ++i) moments.sum.add_integer(values[i]);
  if (wanted.extremes) add_extremes(values, n, moments);
  if (!wanted.magnitudes && !wanted.squares) return;
  double reals[chunk];
  std::copy_n(values, n, reals);
  add_sizes(reals, n, wanted, moments);
}

template <class Element>
Moments moments_of(const Element* slot, const Layout& layout, const Box& box, const MomentsWanted& wanted) {
  Moments result;
  const long chunks = (box.extent(0) + chunk - 1) / chunk;
#pragma omp parallel if (box.points() >= parallel_points)
  {
    Moments mine;
#pragma omp for collapse(3) schedule(static) nowait
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long c = 0; c < chunks; ++c) {
          const long first = box.lower[0] + c * chunk;
          add_chunk(slot + layout.index(first, j, k), std::min(chunk, box.upper[0] - first), wanted, mine);
        }
#pragma omp critical(nopal_moments)
    result.merge(mine, wanted);
  }
  return result;
}

} // namespace

void Moments::merge(const Moments& other, const MomentsWanted& wanted) {
  if (wanted.extremes) {
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    nan = nan || other.nan;
    least = std::min(least, other.least);
    largest = std::max(largest, other.largest);
  }
  if (wanted.sum) sum.add(other.sum);
  if (wanted.magnitudes) magnitudes.add(other.magnitudes);
  if (wanted.squares) squares.add(other.squares);
}

Moments moments(const std::byte* slot, const Layout& layout, Type type, const Box& box, const MomentsWanted& wanted) {
  NOPAL_ASSERT(type != Type::complex && layout.box.contains(box));
  if (box.empty()) return {};
  if (type == Type::integer) return moments_of(reinterpret_cast<const std::int64_t*>(slot), layout, box, wanted);
  return moments_of(reinterpret_cast<const double*>(slot), layout, box, wanted);
}

} // namespace nopal
