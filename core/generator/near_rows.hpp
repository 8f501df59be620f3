#pragma once
// Rows of points with sin, cos or tan on OpenCL devices that are processors. An angle of 2^30 or more takes a branch
// (core/maths/texts/angle.inl), and a loop with this branch does not become a loop over vectors. So an item computes a
// row without the branch first, and notes the largest angle. If this one needs the branch, it computes the row again.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// The functions of angles that the body calls. At first they are wrong for a huge angle. So there are none if that
/// could do harm (reals that become integers, guarded fields), if points may not be computed twice
/// (repeated_points.hpp), or if a helper function calls one of them.
std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text);

/// Where the texts below stand: with checks or with functions of the device there is only the common body.
constexpr std::string_view has_near_body = "!defined(NOPAL_CHECKED) && !defined(NOPAL_NATIVE_MATHS)";
/// Text of functions such as nopal_noting_sin(a, &largest), which make `largest` the bits of the largest |a|, if these
/// are larger, and of macros with the names of the dialect for them. A larger |a| has larger bits, and NaN the largest.
/// The macros name a pointer nopal_largest.
std::string begin_near(const std::vector<std::string_view>& functions);
/// Defines the names again as before.
std::string end_near(const std::vector<std::string_view>& functions);

} // namespace nopal::emit
