#pragma once
// What the functions of this thorn know of a variable's conditions.

#include <nopal/thorn.hpp>

#include <array>
#include <string>
#include <vector>

namespace nopal::boundary {

/// The faces of the grid at which the variable of a call has the condition rotated.
class Faces {
public:
  explicit Faces(const Call& call) {
    for (int axis = 0; axis < call.domain().dimension(); ++axis)
      if (!call.domain().periodic(axis))
        for (const int side : {0, 1}) {
          const std::string& own = call.string(std::string(side == 0 ? "lower_" : "upper_") + "xyz"[axis]);
          rotated_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(side)] =
              (own == "as_all" ? call.string("all") : own) == "rotated";
        }
  }

  /// Whether a face has it. `side`: 0 is the lower face along the axis, 1 the upper one.
  bool is_rotated(int axis, int side) const {
    return rotated_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(side)];
  }

  /// The axes along which a face has it.
  std::vector<int> rotated_axes() const {
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis)
      if (is_rotated(axis, 0) || is_rotated(axis, 1)) axes.push_back(axis);
    return axes;
  }

private:
  std::array<std::array<bool, 2>, 3> rotated_{};
};

/// The axis that the axis of the rotation at faces along `normal` is parallel to.
inline int rotation_axis(const Call& call, int normal) {
  const std::string& own = call.string(std::string("rotation_axis_") + "xyz"[normal]);
  const std::string& name = own == "as_rotation_axis" ? call.string("rotation_axis") : own;
  return name.front() - 'x';
}

} // namespace nopal::boundary
