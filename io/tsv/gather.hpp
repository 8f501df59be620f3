#pragma once
// Values of owned points, brought to rank 0 in messages of 64-bit words: a double or an integer is one, a complex
// number two.

#include <nopal/thorn.hpp>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace nopal::tsv {

using Words = std::vector<std::uint64_t>;

/// What rank 0 waits for must be sent by these, in order.
void send_words(Services& services, const Words& words);
void receive_words(Services& services, int rank, Words& words);

template <class T> constexpr std::size_t words_of = sizeof(T) / sizeof(std::uint64_t);

template <class T> void put(Words& words, const T& value) {
  const auto parts = std::bit_cast<std::array<std::uint64_t, words_of<T>>>(value);
  words.insert(words.end(), parts.begin(), parts.end());
}

template <class T> T get(const Words& words, std::size_t first) {
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

/// The values in a box of grid points, i fastest: complete on rank 0, empty on others. A message from each rank that
/// owns some of the points. Rank 0 holds the box and one rank's piece at a time.
template <class T> std::vector<T> gather(Services& services, const Field<const T>& field, const Box& box) {
  const Decomposition& decomposition = services.decomposition();
  const auto pack = [&](const Box& piece) {
    Words words;
    words.reserve(static_cast<std::size_t>(piece.points()) * words_of<T>);
    for_each_point(piece, [&](long i, long j, long k) { put<T>(words, field(i, j, k)); });
    return words;
  };

  if (services.rank() != 0) {
    const Box piece = intersection(box, decomposition.owned(services.rank()));
    if (!piece.empty()) send_words(services, pack(piece));
    return {};
  }
  std::vector<T> values(static_cast<std::size_t>(box.points()));
  for (int rank = 0; rank < services.size(); ++rank) {
    const Box piece = intersection(box, decomposition.owned(rank));
    if (piece.empty()) continue;
    Words words;
    if (rank == 0) {
      words = pack(piece);
    } else {
      words.resize(static_cast<std::size_t>(piece.points()) * words_of<T>);
      receive_words(services, rank, words);
    }
    std::size_t next = 0;
    for_each_point(piece, [&](long i, long j, long k) {
      const long row = (k - box.lower[2]) * box.extent(1) + (j - box.lower[1]);
      values[static_cast<std::size_t>(row * box.extent(0) + (i - box.lower[0]))] = get<T>(words, next);
      next += words_of<T>;
    });
  }
  return values;
}

} // namespace nopal::tsv
