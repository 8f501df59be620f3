#include "core/accelerator/observer.hpp"

#include "core/base/assert.hpp"

namespace nopal {

const char* to_string(Hook hook) {
  constexpr const char* names[] = {"pre_call_function",
                                   "post_call_function",
                                   "reduce_totals",
                                   "pre_sync",
                                   "post_sync",
                                   "cycle",
                                   "copyback",
                                   "copy_from_past",
                                   "notify_data_modified",
                                   "require_invalid_data",
                                   "require_valid_data",
                                   "storage_off"};
  return names[static_cast<int>(hook)];
}

void HookCall::begin() const {
  for (AcceleratorObserver* observer : *observers_) observer->begin(hook_);
}

void HookCall::tell() {
  NOPAL_ASSERT(event_.has_value());
  for (AcceleratorObserver* observer : *std::exchange(observers_, nullptr)) observer->end(*event_);
}

void HookCall::abandon() noexcept {
  for (AcceleratorObserver* observer : *observers_) observer->abandon(hook_);
}

} // namespace nopal
