#include "nopal/thorn.hpp"

#include <cmath>

NOPAL_FUNCTION(check) {
  const std::string& shape = call.string("shape");
  if (shape == "gaussian" && call.integer("error_every") > 0)
    throw nopal::Error("wavetoy.error_every is " + std::to_string(call.integer("error_every")) +
                       ", but the shape gaussian has no exact solution to compare with: set error_every to 0, or "
                       "shape to standing or plane");
  double length = std::fabs(call.real("direction_x"));
  if (call.domain().dimension() > 1) length += std::fabs(call.real("direction_y"));
  if (call.domain().dimension() > 2) length += std::fabs(call.real("direction_z"));
  if (shape == "plane" && length == 0)
    throw nopal::Error("wavetoy: the plane wave has no direction along the axes of the grid: set direction_x, "
                       "direction_y or direction_z to a number other than 0");
}
