// Refuses rotations about an axis that does not lie in the face.

#include "faces.hpp"

#include <algorithm>

using namespace nopal;

NOPAL_FUNCTION(check_rotation) {
  const boundary::Faces faces(call);
  const std::vector<int> normals = faces.rotated_axes();
  const auto refuse = [&](const std::string& problem) {
    throw Error(call.services().parameters().where("boundary::variables"),
                "boundary: the condition rotated of " + call.services().variables().full_name(call.slot("u").variable) +
                    problem);
  };
  const int axis = boundary::rotation_axis(call);
  const std::string name(1, "xyz"[axis]);
  if (std::ranges::count(normals, axis) > 0)
    refuse(" has rotation_axis " + name + ", but a face along " + name +
           " is rotated: the axis of a rotation lies in the face, so choose another one, or another condition for "
           "lower_" +
           name + " and upper_" + name);
  if (normals.size() > 1)
    refuse(" stands at faces along two axes, but a grid has one axis of rotation: choose another condition for the "
           "faces along " +
           std::string(1, "xyz"[normals[1]]));
}
