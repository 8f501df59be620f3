#include "driver/mesh/route.hpp"

#include "core/base/assert.hpp"

#include <cstring>

namespace nopal {

constexpr int route_tag = 2;

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

std::vector<std::int64_t> route_sizes(MPI_Comm communicator, const std::vector<std::int64_t>& bytes) {
  NOPAL_ASSERT(std::ssize(bytes) == size_of(communicator));
  std::vector<std::int64_t> result(bytes.size());
  MPI_Alltoall(bytes.data(), 1, MPI_INT64_T, result.data(), 1, MPI_INT64_T, communicator);
  return result;
}

namespace {

/// Calls message(bytes, count, rank) for each piece of each rank's bytes, except for this rank's own.
template <class Bytes, class Message>
void for_each_piece(const std::vector<std::span<Bytes>>& of_ranks, int own, std::size_t most_bytes, Message message) {
  for (int rank = 0; rank < std::ssize(of_ranks); ++rank) {
    if (rank == own) continue;
    const std::span<Bytes> all = of_ranks[static_cast<std::size_t>(rank)];
    for (std::size_t begin = 0; begin < all.size(); begin += most_bytes)
      message(all.data() + begin, static_cast<int>(std::min(most_bytes, all.size() - begin)), rank);
  }
}

} // namespace

void route_bytes(MPI_Comm communicator, const std::vector<std::span<const std::byte>>& send,
                 const std::vector<std::span<std::byte>>& receive, std::size_t most_bytes) {
  const int own = rank_in(communicator);
  std::vector<MPI_Request> requests;
  // Pieces from one rank arrive in the order in which it sent them.
  for_each_piece(receive, own, most_bytes, [&](std::byte* bytes, int count, int rank) {
    MPI_Irecv(bytes, count, MPI_BYTE, rank, route_tag, communicator, &requests.emplace_back(MPI_REQUEST_NULL));
  });
  for_each_piece(send, own, most_bytes, [&](const std::byte* bytes, int count, int rank) {
    MPI_Isend(bytes, count, MPI_BYTE, rank, route_tag, communicator, &requests.emplace_back(MPI_REQUEST_NULL));
  });
  const std::span<const std::byte> kept = send[static_cast<std::size_t>(own)];
  if (!kept.empty()) std::memcpy(receive[static_cast<std::size_t>(own)].data(), kept.data(), kept.size());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

} // namespace nopal
