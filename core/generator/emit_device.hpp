#pragma once
// Text that OpenCL C and CUDA C++ sources share. It uses the launch ABI of device_launch.hpp on the device.

#include "core/generator/generator.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// Text of an entry point: finds `nopal_box`, the box of item number `nopal_item`. `address_space` qualifies the
/// pointer.
std::string find_box(std::string_view address_space);

/// Text that follows find_box(): defines given_parameters() except i, j, k, x, y, z.
std::string launch_locals();

/// Text that computes y and z from j and k (`blocks`: 0 along axes that do not exist), and x from i.
std::string coordinates_y_z(bool blocks = false);
std::string coordinate_x();

/// Text of a points entry: computes i, j, k of work-item `nopal_thread`; ends the work-item if it is outside the box.
std::string point_of_thread();

} // namespace nopal::emit
