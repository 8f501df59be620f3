#pragma once
// Values that output at the end of a run needs, and that an epoch or calls that are computed together have not kept.

#include "core/accelerator/validity.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Returns the slots whose values were not kept, and that routines read which have a turn in this pass, if it is the
/// one at the end of the run. What such a routine has written before it is read is not among them. Conditions on
/// variables count as true, since their values are not known yet.
std::vector<Slot> lost_before_end(const Schedule& schedule, const Schedule::Pass& pass, const Validity& validity);

} // namespace nopal
