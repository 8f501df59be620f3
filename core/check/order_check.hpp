#pragma once
// Finds items whose order decides the result, although no declaration says which of them runs first.

#include "core/check/finding.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Looks at each two items of a bin or a schedule group that may both run with the parameters' values now. They need a
/// path of before: and after: between them if one of them writes data that the other one uses: values of the same slot
/// and region, or regions that the write makes invalid. Without such a path it is the order of the thorns in the
/// parfile, or of the items in a thorn's file, that says which runs first. All findings are warnings.
///
/// Conditions on variables count as true, except where two of them cannot hold together and neither item writes what
/// they compare.
std::vector<Finding> check_order(const Variables& variables, const Schedule& schedule, const Parameters& parameters);

} // namespace nopal
