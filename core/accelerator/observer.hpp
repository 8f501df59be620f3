#pragma once
// The events that observers of the Accelerator get. Observers are the text trace, a plan, a timeline, the watchdog.

#include "core/accelerator/sync_decision.hpp"
#include "core/accelerator/transfer.hpp"
#include "core/schedule/routine.hpp"

#include <span>
#include <string_view>

namespace nopal {

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

/// Returns "pre_call_function", "copyback", ...
const char* to_string(Hook hook);

/// One call of a hook. The spans are valid only during the call of the observer.
struct HookEvent {
  Hook hook = Hook::cycle;
  std::int64_t iteration = 0;
  const Routine* routine = nullptr;          ///< for pre_ and post_call_function, and for copy_back_written
  std::string_view cause{};                  ///< who asked; for pre_sync, post_sync, require_valid_data
  Place place = host_place;                  ///< for pre_ and post_call_function, notify_data_modified, require_*
  std::span<const Transfer> copies{};        ///< one for each order and part
  std::span<const SyncOrder> syncs{};        ///< for pre_sync and post_sync
  Counters strips{};                         ///< for post_sync: transfers of packed strips, both directions
  std::span<const StripBytes> strip_bytes{}; ///< for post_sync, one for each element of syncs; the sum is `strips`
  std::span<const MessageSize> messages{};   ///< for pre_sync and post_sync, one for each neighbour
  std::span<const PastOrder> pasts{};        ///< for copy_from_past
  std::span<const Clause> clauses{};         ///< for notify_data_modified, require_invalid_data, require_valid_data
  std::span<const int> variables{};          ///< for cycle, copy_from_past, storage_off
};

/// Gets each call of a hook: begin(), then end() or abandon(). Calls may be nested.
class AcceleratorObserver {
public:
  virtual ~AcceleratorObserver() = default;
  /// The hook was called. Its copies follow.
  virtual void begin(Hook /*hook*/) {}
  /// The hook is done, and validity is up to date.
  virtual void end(const HookEvent& event) = 0;
  /// The hook has thrown an exception. No end() follows.
  virtual void abandon(Hook /*hook*/) {}
};

} // namespace nopal
