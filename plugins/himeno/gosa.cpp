#include "nopal/thorn.hpp"

NOPAL_FUNCTION(gosa) { call.write<double>("gosa").value() = call.reduce("square", nopal::Reduction::sum); }
