#include "driver/exchange/ghost_exchange.hpp"

#include "core/base/assert.hpp"
#include "driver/exchange/message_type.hpp"

#include <utility>

namespace nopal {

constexpr int exchange_tag = 1;

GhostExchange::GhostExchange(MPI_Comm communicator, RunObservers observers) : observers_(std::move(observers)) {
  MPI_Comm_dup(communicator, &communicator_);
}

GhostExchange::~GhostExchange() {
  NOPAL_ASSERT(posted_ == nullptr);
  MPI_Comm_free(&communicator_);
}

void GhostExchange::tell_messages(const SyncBuffers& buffers) {
  std::vector<PendingMessage> messages; // in the order of the requests
  for (const SyncBuffers::Message& message : buffers.messages)
    if (message.receive_bytes > 0) messages.push_back({message.rank, true, message.receive_bytes});
  for (const SyncBuffers::Message& message : buffers.messages)
    if (message.send_bytes > 0) messages.push_back({message.rank, false, message.send_bytes});
  notify(observers_, &RunObserver::messages_posted, std::span<const PendingMessage>(messages));
}

void GhostExchange::wait_for_each() {
  std::vector<int> which(requests_.size());
  std::vector<MPI_Status> of_which(requests_.size());
  for (std::size_t left = requests_.size(); left > 0;) {
    int n = 0;
    MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &n, which.data(), of_which.data());
    for (int i = 0; i < n; ++i) {
      const auto request = static_cast<std::size_t>(which[static_cast<std::size_t>(i)]);
      statuses_[request] = of_which[static_cast<std::size_t>(i)];
      notify(observers_, &RunObserver::message_done, request);
    }
    left -= static_cast<std::size_t>(n);
  }
}

void GhostExchange::wait() {
  const WorkScope scope(observers_, Work::wait, "messages", cause_);
  statuses_.resize(requests_.size());
  if (observers_.empty())
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
  else
    wait_for_each();
}

void GhostExchange::post(const SyncBuffers& buffers, std::string_view cause) {
  NOPAL_ASSERT(posted_ == nullptr);
  if (buffers.messages.empty()) return;
  cause_ = cause;
  work_.emplace(observers_, Work::exchange, "exchange of ghosts", cause_);
  posted_ = &buffers;
  requests_.clear();
  for (const SyncBuffers::Message& message : buffers.messages) {
    if (message.receive_bytes == 0) continue;
    const MessageType type(message.receive_bytes);
    MPI_Irecv(message.receive, type.count(), type.type(), message.rank, exchange_tag, communicator_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
  }
  for (const SyncBuffers::Message& message : buffers.messages) {
    if (message.send_bytes == 0) continue;
    const MessageType type(message.send_bytes);
    MPI_Isend(message.send, type.count(), type.type(), message.rank, exchange_tag, communicator_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
    ++messages_;
    bytes_ += static_cast<std::int64_t>(message.send_bytes);
  }
  if (!observers_.empty()) tell_messages(buffers);
}

void GhostExchange::finish() {
  if (posted_ == nullptr) return;
  wait();
  // MPI itself ends the run if a message is longer than expected. A shorter message is found here.
  std::size_t n = 0;
  for (const SyncBuffers::Message& message : posted_->messages) { // receives come first
    if (message.receive_bytes == 0) continue;
    MPI_Count received = 0;
    MPI_Get_elements_x(&statuses_[n++], MPI_BYTE, &received);
    NOPAL_ASSERT(received == static_cast<MPI_Count>(message.receive_bytes));
  }
  posted_ = nullptr;
  work_.reset();
}

void GhostExchange::give_up() noexcept {
  if (posted_ == nullptr) return;
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  posted_ = nullptr;
  work_.reset();
}

} // namespace nopal
