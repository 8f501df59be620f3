#pragma once
// What the Accelerator did, told to whoever listens: the trace as text, a plan, a timeline.

#include "core/accelerator/counters.hpp"
#include "core/accelerator/tracker.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nopal {

/// A copy order carried out.
struct TransferRecord {
  CopyOrder order;
  std::int64_t payload_bytes = 0; ///< 0: the region has no points here, nothing was copied
  std::int64_t moved_bytes = 0;   ///< padding and points between included

  bool operator==(const TransferRecord&) const = default;
};

/// What one rank sends to another in a sync, and gets from it.
struct MessageSize {
  int rank = 0;
  std::size_t send_bytes = 0;
  std::size_t receive_bytes = 0;

  bool operator==(const MessageSize&) const = default;
};

/// Packed strips of one variable of a sync, in bytes; ghosts filled from this rank's own points included where they
/// pass through the host.
struct StripBytes {
  std::int64_t to_host = 0;
  std::int64_t to_device = 0;

  bool operator==(const StripBytes&) const = default;
};

enum class Hook {
  pre_call_function,
  post_call_function,
  pre_sync,
  post_sync,
  cycle,
  copy_back,
  copy_from_past,
  notify_data_modified,
  require_invalid_data,
  require_valid_data,
  storage_off
};

/// "pre_call_function", "copyback", ...
const char* to_string(Hook hook);

/// One call of a hook. Spans are valid while the observer is told.
struct HookEvent {
  Hook hook = Hook::cycle;
  std::int64_t iteration = 0;
  const Routine* routine = nullptr; ///< of pre_ and post_call_function, and of the copy_back of what a routine wrote
  std::string_view cause{};         ///< who asked: of pre_sync, post_sync, require_valid_data
  Place place = host_place;         ///< of all but syncs, cycle, copy_back and storage_off
  std::span<const TransferRecord> copies{};  ///< one a slot and source
  std::span<const SyncOrder> syncs{};        ///< of pre_sync and post_sync
  Counters strips{};                         ///< of post_sync: transfers of packed strips, both directions
  std::span<const StripBytes> strip_bytes{}; ///< of post_sync, by element of syncs; together they are `strips`
  std::span<const MessageSize> messages{};   ///< of pre_sync and post_sync, by neighbour
  std::span<const PastOrder> pasts{};        ///< of copy_from_past
  std::span<const Clause> clauses{};         ///< of notify_data_modified, require_invalid_data, require_valid_data
  std::span<const int> variables{};          ///< of cycle, copy_from_past, storage_off
};

class AcceleratorObserver {
public:
  virtual ~AcceleratorObserver() = default;
  /// The hook was called; copies that it needs follow.
  virtual void begin(Hook /*hook*/) {}
  /// The hook is done: validity says what it brought about.
  virtual void end(const HookEvent& event) = 0;
};

} // namespace nopal
