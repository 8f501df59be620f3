#pragma once
// Rows of points with sin, cos or tan, on OpenCL devices that are processors. An angle of 2^30 or more takes a branch
// (core/maths/texts/reduced_angle.inl), and compilers make no vectors of a loop with this branch. So each row is
// computed without the branch first. If its largest angle needed the branch, the row is computed again with it.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// The functions of angles that the body calls, if its rows are computed so; else none. The first results of a row may
/// be wrong. This does no harm if they only end in fields, and not in an index or a count. So there are none if a real
/// becomes an integer, if a field is guarded, if points may not be computed twice (repeated_points.hpp), or if a helper
/// function calls sin, cos or tan.
std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text);

/// The preprocessor's condition for the loop without the branch. With checks, and with functions of the device, there
/// is only the other loop.
constexpr std::string_view has_near_body = "!defined(NOPAL_CHECKED) && !defined(NOPAL_NATIVE_MATHS)";
/// Text before the body of the loop without the branch. There, sin(a) also keeps the largest |a| so far in
/// *nopal_largest, as the bits of a real: a larger |a| has larger bits, and NaN has the largest.
std::string begin_near(const std::vector<std::string_view>& functions);
/// Text after this body, which gives sin, cos and tan their usual meaning again.
std::string end_near(const std::vector<std::string_view>& functions);

} // namespace nopal::emit
