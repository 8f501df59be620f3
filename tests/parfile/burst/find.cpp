#include <nopal/thorn.hpp>

NOPAL_FUNCTION(find_speed) {
  const double speed = call.reduce("u", nopal::Reduction::norm_inf);
  call.write<double>("speed").value() = call.boolean("differ") ? speed * (1 + call.services().rank()) : speed;
}

NOPAL_FUNCTION(find_total) { call.write<double>("total").value() = call.reduce("u", nopal::Reduction::sum); }
