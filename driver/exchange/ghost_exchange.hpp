#pragma once
// The messages of a sync over MPI.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"

#include <mpi.h>

#include <cstdint>

namespace nopal {

/// Sends and receives what pre_sync packed: one message a neighbour and direction. On a communicator of its own,
/// so that its messages meet no others. Collective among neighbours.
class GhostExchange {
public:
  /// Collective. The observers get the messages and the waits.
  explicit GhostExchange(MPI_Comm communicator, RunObservers observers = {});
  ~GhostExchange();
  GhostExchange(const GhostExchange&) = delete;
  GhostExchange& operator=(const GhostExchange&) = delete;

  /// Returns when all is received and sent. Messages may be longer than 2 GiB.
  /// `cause` names who asked.
  void exchange(const SyncBuffers& buffers, std::string_view cause = {});

  /// Since construction, what this rank sent.
  std::int64_t messages() const { return messages_; }
  std::int64_t bytes() const { return bytes_; }

private:
  void wait(std::string_view cause);
  void tell_messages(const SyncBuffers& buffers);
  void wait_for_each();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  RunObservers observers_;
  std::int64_t messages_ = 0;
  std::int64_t bytes_ = 0;
};

} // namespace nopal
