#pragma once
// Text that OpenCL C and CUDA C++ sources have in common: the launch ABI of device_launch.hpp, seen from the device.

#include "core/generator/generator.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// In an entry point: finds `nopal_box`, the box of item number `nopal_item`. `address_space` qualifies the pointer.
std::string find_box(std::string_view address_space);

/// In an entry point, after find_box: the values that the call of the body names, but for i, j, k, x, y, z.
std::string launch_locals();

/// From j and k: y and z; in `blocks`, 0 along axes that do not exist. From i: x.
std::string coordinates_y_z(bool blocks = false);
std::string coordinate_x();

/// In points entries: i, j, k of this work-item from `nopal_thread` of `nopal_threads`; returns outside the box.
std::string point_of_thread();

} // namespace nopal::emit
