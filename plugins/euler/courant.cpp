// The limit of the time step, for runs that choose it for each iteration.

#include <nopal/thorn.hpp>

NOPAL_FUNCTION(no_limit) { call.write<double>("fastest").value() = 0; }

NOPAL_FUNCTION(find_rate) { call.write<double>("fastest").value() = call.reduce("rate", nopal::Reduction::max); }
