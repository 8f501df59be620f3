#pragma once
// Vectors of values between all processes, and values that are asked for by the numbers of their elements.

#include "core/sets/mesh_slices.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace nopal {

int rank_in(MPI_Comm communicator);
int size_of(MPI_Comm communicator);

/// What all processes sent to this one.
template <class T> struct Routed {
  std::vector<T> values;             ///< those of rank 0, then those of rank 1, …, each in the order of its sender
  std::vector<std::int64_t> offsets; ///< values of rank r: [offsets[r], offsets[r + 1])

  std::span<const T> from(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return {values.data() + offsets[r], static_cast<std::size_t>(offsets[r + 1] - offsets[r])};
  }
};

/// MPI counts bytes with an int. A longer message is sent in pieces of at most so many bytes.
constexpr std::size_t most_message_bytes = std::size_t{1} << 30;

/// Collective. Returns how many bytes each process sends to this one; bytes[r] go to rank r.
std::vector<std::int64_t> route_sizes(MPI_Comm communicator, const std::vector<std::int64_t>& bytes);

/// Collective. Sends send[r] to rank r and fills receive[r] from rank r. Both sides know the sizes. Only processes that
/// have something for each other exchange messages.
void route_bytes(MPI_Comm communicator, const std::vector<std::span<const std::byte>>& send,
                 const std::vector<std::span<std::byte>>& receive, std::size_t most_bytes = most_message_bytes);

/// Collective. Sends to[r] to rank r, for all ranks r of the communicator, this one included.
template <class T> Routed<T> route(MPI_Comm communicator, const std::vector<std::vector<T>>& to,
                                   std::size_t most_bytes = most_message_bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::int64_t> bytes;
  std::vector<std::span<const std::byte>> send;
  for (const std::vector<T>& values : to) {
    send.push_back(std::as_bytes(std::span(values)));
    bytes.push_back(static_cast<std::int64_t>(send.back().size()));
  }
  const std::vector<std::int64_t> coming = route_sizes(communicator, bytes);
  Routed<T> result;
  result.offsets.push_back(0);
  for (const std::int64_t size : coming)
    result.offsets.push_back(result.offsets.back() + size / static_cast<std::int64_t>(sizeof(T)));
  result.values.resize(static_cast<std::size_t>(result.offsets.back()));
  std::vector<std::span<std::byte>> receive;
  for (std::size_t r = 0; r < coming.size(); ++r)
    receive.push_back(std::as_writable_bytes(
        std::span(result.values.data() + result.offsets[r], result.values.data() + result.offsets[r + 1])));
  route_bytes(communicator, send, receive, most_bytes);
  return result;
}

/// Sorts the values and removes repeated ones.
template <class T> void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Collective. Each process has a block of a set: `block` holds a value for each of its elements. Returns the values of
/// the elements with these numbers, which ascend.
template <class T> std::vector<T> fetch(MPI_Comm communicator, const ElementBlocks& blocks, const std::vector<T>& block,
                                        const std::vector<std::int64_t>& numbers) {
  const auto size = static_cast<std::size_t>(blocks.processes);
  std::vector<std::vector<std::int64_t>> asked(size);
  for (const std::int64_t number : numbers)
    asked[static_cast<std::size_t>(blocks.process_of(number))].push_back(number);
  const Routed<std::int64_t> questions = route(communicator, asked);
  const std::int64_t first = blocks.first(rank_in(communicator));
  std::vector<std::vector<T>> answers(size);
  for (int rank = 0; rank < blocks.processes; ++rank)
    for (const std::int64_t number : questions.from(rank))
      answers[static_cast<std::size_t>(rank)].push_back(block[static_cast<std::size_t>(number - first)]);
  // Numbers ascend, and so do blocks with their ranks. So the answers stand in the order of the numbers.
  return route(communicator, answers).values;
}

} // namespace nopal
