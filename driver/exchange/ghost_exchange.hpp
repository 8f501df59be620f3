#pragma once
// The messages of a sync over MPI.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"

#include <mpi.h>

#include <cstdint>

namespace nopal {

/// Sends and receives the data that pre_sync packed, in one message for each neighbour and direction. Uses its own
/// communicator, so that its messages are not mixed up with others. Collective among neighbours.
class GhostExchange {
public:
  /// Collective. The observers are told about messages and waits.
  explicit GhostExchange(MPI_Comm communicator, RunObservers observers = {});
  ~GhostExchange();
  GhostExchange(const GhostExchange&) = delete;
  GhostExchange& operator=(const GhostExchange&) = delete;

  /// Sends and receives all messages, then returns. Messages may be longer than 2 GiB. `cause` names the item or
  /// function that asked for the sync; observers get it.
  void exchange(const SyncBuffers& buffers, std::string_view cause = {});

  /// Collective. Synchronises timelevel 0 of the variables: fills their ghost zones from the owners.
  void synchronise(Accelerator& accelerator, const std::vector<int>& variables, const std::string& cause) {
    exchange(accelerator.pre_sync(variables, cause), cause);
    accelerator.post_sync();
  }

  /// Collective. The same for slots of any timelevel.
  void synchronise_slots(Accelerator& accelerator, std::span<const Slot> slots, const std::string& cause) {
    exchange(accelerator.pre_sync_of(slots, cause), cause);
    accelerator.post_sync();
  }

  /// The messages and bytes that this rank has sent since construction.
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
