#pragma once
// The memory of a slot that holds no point: elements before the first row, between rows, and behind the last row up to
// the end of the last page. Canaries in it show writes that no page forbids.

#include "driver/guard/guard_report.hpp"

#include <optional>

namespace nopal {

/// Fills the slack of a slot with canaries. The memory must be open.
void fill_slack(const GuardedSlot& slot);
/// Returns the address of the first canary that has changed.
std::optional<std::uintptr_t> changed_slack(const GuardedSlot& slot);

} // namespace nopal
