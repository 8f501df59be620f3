#pragma once
// Brings values of owned points to rank 0, in messages of 64-bit words. A double or an integer is one word, a complex
// number two.

#include <nopal/thorn.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace nopal::tsv {

using Words = std::vector<std::uint64_t>;

template <class T> constexpr std::size_t words_of = sizeof(T) / sizeof(std::uint64_t);

template <class T> void put(Words& words, const T& value) {
  const auto parts = std::bit_cast<std::array<std::uint64_t, words_of<T>>>(value);
  words.insert(words.end(), parts.begin(), parts.end());
}

template <class T> T get(std::span<const std::uint64_t> words, std::size_t first) {
  std::array<std::uint64_t, words_of<T>> parts;
  std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(first), parts.size(), parts.begin());
  return std::bit_cast<T>(parts);
}

/// Calls `function(i, j, k)` for the points of the box, i fastest.
template <class Function> void for_each_point(const Box& box, Function&& function) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) function(i, j, k);
}

/// Collective. Returns the values in a box of grid points on rank 0, i fastest, and nothing on other ranks. Each rank
/// that owns some of the points sends one message. Rank 0 holds the box and the pieces of two ranks at a time.
template <class T> std::vector<T> gather(Services& services, const Field<const T>& field, const Box& box) {
  const Decomposition& decomposition = services.decomposition();
  const auto pack = [&](const Box& piece) {
    Words words;
    words.reserve(static_cast<std::size_t>(piece.points()) * words_of<T>);
    for_each_point(piece, [&](long i, long j, long k) { put<T>(words, field(i, j, k)); });
    return words;
  };

  const Words mine = pack(intersection(box, decomposition.owned(services.rank())));
  const auto piece = [&](int rank) { return intersection(box, decomposition.owned(rank)); };
  std::vector<T> values(services.rank() == 0 ? static_cast<std::size_t>(box.points()) : 0);
  services.collective().gather(
      std::span(mine), [&](int rank) { return static_cast<std::size_t>(piece(rank).points()) * words_of<T>; },
      [&](int rank, std::span<const std::uint64_t> words) {
        std::size_t next = 0;
        for_each_point(piece(rank), [&](long i, long j, long k) {
          const long row = (k - box.lower[2]) * box.extent(1) + (j - box.lower[1]);
          values[static_cast<std::size_t>(row * box.extent(0) + (i - box.lower[0]))] = get<T>(words, next);
          next += words_of<T>;
        });
      });
  return values;
}

} // namespace nopal::tsv
