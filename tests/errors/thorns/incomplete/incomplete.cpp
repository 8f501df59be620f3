#include <nopal/thorn.hpp>

namespace {
double weight(double volume, double density) { return volume * density; }
} // namespace

NOPAL_FUNCTION(there) {}
NOPAL_PROVIDE(weight, "double(double, double)", weight)
