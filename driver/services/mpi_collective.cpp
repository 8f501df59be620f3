#include "driver/services/mpi_collective.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr int tag = 3; // messages of ghost points and traces have other tags

/// MPI counts with int. Longer messages are sent in several pieces.
template <class Bytes, class Function> void in_pieces(Bytes bytes, Function&& function) {
  constexpr std::size_t most = std::size_t{1} << 30;
  for (std::size_t begin = 0; begin < bytes.size(); begin += most) {
    const auto piece = bytes.subspan(begin, std::min(most, bytes.size() - begin));
    function(piece.data(), static_cast<int>(piece.size()));
  }
}

} // namespace

MpiCollective::MpiCollective(MPI_Comm communicator) : communicator_(communicator) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &size_);
}

void MpiCollective::barrier() { MPI_Barrier(communicator_); }

void MpiCollective::reduce(std::span<double> values, Fold fold) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation(fold),
                communicator_);
}

void MpiCollective::reduce(std::span<std::int64_t> values, Fold fold) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, operation(fold),
                communicator_);
}

void MpiCollective::broadcast_bytes(std::span<std::byte> bytes) {
  in_pieces(bytes, [&](void* data, int n) { MPI_Bcast(data, n, MPI_BYTE, 0, communicator_); });
}

void MpiCollective::gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) {
  const int n = static_cast<int>(mine.size());
  MPI_Gather(mine.data(), n, MPI_BYTE, all.data(), n, MPI_BYTE, 0, communicator_);
}

void MpiCollective::send(std::span<const std::byte> bytes) {
  in_pieces(bytes, [&](const void* data, int n) { MPI_Send(data, n, MPI_BYTE, 0, tag, communicator_); });
}

void MpiCollective::receive(int rank, std::span<std::byte> bytes) {
  in_pieces(bytes,
            [&](void* data, int n) { MPI_Recv(data, n, MPI_BYTE, rank, tag, communicator_, MPI_STATUS_IGNORE); });
}

MPI_Op MpiCollective::operation(Fold fold) {
  return fold == Fold::sum ? MPI_SUM : fold == Fold::min ? MPI_MIN : MPI_MAX;
}

} // namespace nopal
