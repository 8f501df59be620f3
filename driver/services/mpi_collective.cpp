#include "driver/services/mpi_collective.hpp"

#include "driver/exchange/message_type.hpp"

namespace nopal {

constexpr int tag = 3; // messages of ghost points and traces have other tags

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
  const MessageType type(bytes.size());
  MPI_Bcast(bytes.data(), type.count(), type.type(), 0, communicator_);
}

void MpiCollective::gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) {
  const int n = static_cast<int>(mine.size());
  MPI_Gather(mine.data(), n, MPI_BYTE, all.data(), n, MPI_BYTE, 0, communicator_);
}

void MpiCollective::send(std::span<const std::byte> bytes) {
  const MessageType type(bytes.size());
  MPI_Send(bytes.data(), type.count(), type.type(), 0, tag, communicator_);
}

void MpiCollective::receive(int rank, std::span<std::byte> bytes) {
  const MessageType type(bytes.size());
  MPI_Recv(bytes.data(), type.count(), type.type(), rank, tag, communicator_, MPI_STATUS_IGNORE);
}

MPI_Op MpiCollective::operation(Fold fold) {
  return fold == Fold::sum ? MPI_SUM : fold == Fold::min ? MPI_MIN : MPI_MAX;
}

} // namespace nopal
