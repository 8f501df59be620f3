#pragma once
// Rows of points with sin, cos or tan on OpenCL devices that are processors. An angle of 2^30 or more takes a branch
// (core/maths/texts/reduced_angle.inl), and a loop with this branch does not become a loop over vectors. So an item
// computes a row without the branch first, and notes whether an angle needs it. If so, it computes the row again.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// The functions of angles that the body calls. At first they take a huge angle for 0. So there are none if that could
/// do harm (reals that become integers, guarded fields), if points may not be computed twice (repeated_points.hpp), or
/// if a helper function calls one of them.
std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text);

/// Text of functions such as nopal_noting_sin(a, &nopal_far), which is right if nopal_far stays 0, and of macros with
/// the names of the dialect for them. They name a pointer nopal_far.
std::string begin_near(const std::vector<std::string_view>& functions);
/// Defines the names again as before.
std::string end_near(const std::vector<std::string_view>& functions);

} // namespace nopal::emit
