#include <nopal/thorn.hpp>

namespace {
double twice(double x) { return 2.0 * x; }
} // namespace

NOPAL_PROVIDE(twice, "double(double)", twice)
