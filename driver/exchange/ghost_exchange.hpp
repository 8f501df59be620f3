#pragma once
// The messages of a sync over MPI.

#include "core/accelerator/accelerator.hpp"
#include "core/trace/timeline.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>

namespace nopal {

/// A message of a sync that is under way.
struct PendingMessage {
  int rank = 0;         ///< the neighbour
  bool arrives = false; ///< from it; else to it
  std::size_t bytes = 0;
};

/// Told how a sync gets on.
class ExchangeObserver {
public:
  virtual ~ExchangeObserver() = default;
  virtual void posted(std::span<const PendingMessage> messages) = 0;
  /// Each message once, in any order.
  virtual void done(std::size_t message) = 0;
};

/// Sends and receives what pre_sync packed: one message a neighbour and direction. On a communicator of its own,
/// so that its messages meet no others. Collective among neighbours.
class GhostExchange {
public:
  /// Collective.
  explicit GhostExchange(MPI_Comm communicator);
  ~GhostExchange();
  GhostExchange(const GhostExchange&) = delete;
  GhostExchange& operator=(const GhostExchange&) = delete;

  /// Null: nobody is told. The observer must outlive the exchange.
  void observe(ExchangeObserver* observer) { observer_ = observer; }

  /// Returns when all is received and sent. Messages may be longer than 2 GiB.
  /// `cause` names who asked.
  void exchange(const SyncBuffers& buffers, std::string_view cause = {});

  /// Null: exchanges are not traced.
  void trace(Timeline* timeline) { timeline_ = timeline; }

  /// Since construction, what this rank sent.
  std::int64_t messages() const { return messages_; }
  std::int64_t bytes() const { return bytes_; }

private:
  void wait(const SyncBuffers& buffers, std::string_view cause);
  void wait_for_each(const SyncBuffers& buffers);
  void describe(const SyncBuffers& buffers, std::string_view cause, Span& span);

  Timeline* timeline_ = nullptr;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  ExchangeObserver* observer_ = nullptr;
  std::int64_t messages_ = 0;
  std::int64_t bytes_ = 0;
};

} // namespace nopal
