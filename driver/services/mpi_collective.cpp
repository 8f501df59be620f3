#include "driver/services/mpi_collective.hpp"

#include "driver/exchange/message_type.hpp"
#include "driver/sudden_end/child.hpp"

#include <fmt/format.h>

namespace nopal {

MpiCollective::MpiCollective(MPI_Comm communicator, CollectiveWatch* watch)
    : communicator_(communicator), watch_(watch) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &size_);
}

void MpiCollective::about_to(const char* what, std::size_t n, const char* of_what) const {
  refuse_child();
  if (watch_ != nullptr) watch_->about_to(fmt::format("{} {} {}", what, n, of_what));
}

void MpiCollective::barrier() {
  refuse_child();
  if (watch_ != nullptr) watch_->about_to("waits at a barrier");
  MPI_Barrier(communicator_);
}

void MpiCollective::reduce(std::span<double> values, Fold fold) {
  about_to(name(fold), values.size(), "real numbers of all ranks");
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation(fold),
                communicator_);
}

void MpiCollective::reduce(std::span<std::int64_t> values, Fold fold) {
  about_to(name(fold), values.size(), "integers of all ranks");
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, operation(fold),
                communicator_);
}

void MpiCollective::broadcast_bytes(std::span<std::byte> bytes) {
  about_to("gets", bytes.size(), "bytes from rank 0 (broadcast)");
  const MessageType type(bytes.size());
  MPI_Bcast(bytes.data(), type.count(), type.type(), 0, communicator_);
}

void MpiCollective::gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all) {
  about_to("gives", mine.size(), "bytes to rank 0 (gather)");
  const int n = static_cast<int>(mine.size());
  MPI_Gather(mine.data(), n, MPI_BYTE, all.data(), n, MPI_BYTE, 0, communicator_);
}

void MpiCollective::send(std::span<const std::byte> bytes) {
  if (watch_ != nullptr) watch_->sends();
  const MessageType type(bytes.size());
  MPI_Send(bytes.data(), type.count(), type.type(), 0, tag, communicator_);
}

void MpiCollective::receive(int rank, std::span<std::byte> bytes) {
  if (watch_ != nullptr) watch_->receives(rank);
  const MessageType type(bytes.size());
  MPI_Recv(bytes.data(), type.count(), type.type(), rank, tag, communicator_, MPI_STATUS_IGNORE);
}

const char* MpiCollective::name(Fold fold) {
  return fold == Fold::sum ? "adds" : fold == Fold::min ? "takes the minimum of" : "takes the maximum of";
}

MPI_Op MpiCollective::operation(Fold fold) {
  return fold == Fold::sum ? MPI_SUM : fold == Fold::min ? MPI_MIN : MPI_MAX;
}

} // namespace nopal
