#include "driver/exchange/ghost_exchange.hpp"

#include "core/base/assert.hpp"
#include "driver/exchange/message_type.hpp"

namespace nopal {

namespace {
constexpr int tag = 1;
}

GhostExchange::GhostExchange(MPI_Comm communicator) { MPI_Comm_dup(communicator, &communicator_); }

GhostExchange::~GhostExchange() { MPI_Comm_free(&communicator_); }

void GhostExchange::describe(const SyncBuffers& buffers, std::string_view cause, Span& span) {
  std::string neighbours;
  for (const SyncBuffers::Message& message : buffers.messages) {
    neighbours += (neighbours.empty() ? "" : ", ") + std::to_string(message.rank);
    span.payload += static_cast<std::int64_t>(message.send_bytes);
    span.moved += static_cast<std::int64_t>(message.receive_bytes);
  }
  span.detail = timeline_->intern(neighbours);
  span.by = timeline_->intern(cause);
}

void GhostExchange::wait(std::string_view cause) {
  TimelineScope scope(timeline_, SpanKind::wait, "messages");
  if (timeline_ != nullptr) scope.span().by = timeline_->intern(cause);
  statuses_.resize(requests_.size());
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
}

void GhostExchange::exchange(const SyncBuffers& buffers, std::string_view cause) {
  if (buffers.messages.empty()) return;
  TimelineScope scope(timeline_, SpanKind::exchange, "exchange of ghosts");
  if (timeline_ != nullptr) describe(buffers, cause, scope.span());
  requests_.clear();
  for (const SyncBuffers::Message& message : buffers.messages) {
    if (message.receive_bytes == 0) continue;
    const MessageType type(message.receive_bytes);
    MPI_Irecv(message.receive, type.count(), type.type(), message.rank, tag, communicator_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
  }
  const std::size_t n_receives = requests_.size();
  for (const SyncBuffers::Message& message : buffers.messages) {
    if (message.send_bytes == 0) continue;
    const MessageType type(message.send_bytes);
    MPI_Isend(message.send, type.count(), type.type(), message.rank, tag, communicator_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
    ++messages_;
    bytes_ += static_cast<std::int64_t>(message.send_bytes);
  }
  wait(cause);

  // A longer message than expected ends the run in MPI; a shorter one must not go unnoticed.
  std::size_t n = 0;
  for (const SyncBuffers::Message& message : buffers.messages) {
    if (message.receive_bytes == 0) continue;
    MPI_Count received = 0;
    MPI_Get_elements_x(&statuses_[n++], MPI_BYTE, &received);
    NOPAL_ASSERT(received == static_cast<MPI_Count>(message.receive_bytes));
  }
  NOPAL_ASSERT(n == n_receives);
}

} // namespace nopal
