#pragma once
// The messages of a sync over MPI.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>

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
  void exchange(const SyncBuffers& buffers, std::string_view cause = {}) {
    post(buffers, cause);
    finish();
  }
  /// The first half of exchange(): returns while the messages travel. finish() or give_up() must follow before the next
  /// exchange. Until then `buffers` and the memory that it names must stay as they are, apart from reads.
  void post(const SyncBuffers& buffers, std::string_view cause = {});
  /// The second half: waits for all messages. Does nothing if none were posted.
  void finish();
  /// As finish(), after an error: observers get no message, and nothing is checked. If a neighbour posts no messages,
  /// because it has failed before, that neighbour ends the job.
  void give_up() noexcept;

  /// Whether messages travel.
  bool under_way() const { return posted_ != nullptr; }

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
  void wait();
  void tell_messages(const SyncBuffers& buffers);
  void wait_for_each();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  RunObservers observers_;
  const SyncBuffers* posted_ = nullptr; ///< null: no messages travel
  std::string cause_;
  std::optional<WorkScope> work_; ///< from post() to finish()
  std::int64_t messages_ = 0;
  std::int64_t bytes_ = 0;
};

} // namespace nopal
