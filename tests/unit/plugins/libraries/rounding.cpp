// Leaves the processor rounding up when it is opened. Libraries that were linked with -ffast-math change it in this
// way, too.
#include "export.hpp"

#include <cfenv>

namespace {
const int changed = std::fesetround(FE_UPWARD);
}

NOPAL_TEST_PLUGIN(nopal::abi_version, "thorn", changed == 0 ? "rounding" : "")
