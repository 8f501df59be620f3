#include "core/accelerator/hook_call.hpp"

#include "core/base/assert.hpp"

namespace nopal {

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
