// Refuses rotations about an axis that does not lie in the face, and rotations that contradict each other at an edge.

#include "faces.hpp"

#include <algorithm>

using namespace nopal;

NOPAL_FUNCTION(check_rotation) {
  const boundary::Faces faces(call);
  const auto refuse = [&](const std::string& problem) {
    throw Error(call.services().parameters().where("boundary::variables"),
                "boundary: the condition rotated of " + call.services().variables().full_name(call.slot("u").variable) +
                    problem);
  };
  for (const int normal : faces.rotated_axes()) {
    const int axis = boundary::rotation_axis(call, normal);
    const std::string name(1, "xyz"[normal]);
    if (axis == normal)
      refuse(" turns about an axis along " + name + " at a face along " + name +
             ": the axis of a rotation lies in the face, so choose another one with rotation_axis_" + name +
             ", or another condition for lower_" + name + " and upper_" + name);
    // The turn takes an edge at one of these faces to an edge at the opposite one.
    const int across = 3 - normal - axis;
    const std::string other(1, "xyz"[across]);
    if (faces.is_rotated(across, 0) != faces.is_rotated(across, 1))
      refuse(" stands at one of the faces along " + other + ", but the turn at a face along " + name +
             " exchanges the two: choose it for both lower_" + other + " and upper_" + other +
             ", or for none of them, or another axis with rotation_axis_" + name);
  }
}
