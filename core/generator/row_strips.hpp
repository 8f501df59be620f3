#pragma once
// Rows of points with mathematical functions, on processors. A loop over a row computes vectors of points, and then one
// by one the points that are left. In a row of 47 points these take as long as two thirds of the vectors. So the last
// vector begins earlier, and computes some points a second time.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// Points of the last part of a row: a vector of AVX-512 on the host; two of them for OpenCL compilers, which unroll.
constexpr int host_strip = 8, opencl_strip = 16;

/// Whether the rows of a kernel are computed so: it calls such functions, and its points may be computed twice.
bool has_row_strips(const KernelDeclaration& kernel, const KernelText& text);

/// Text that runs `loop` over a row from `lower` to `upper`: names or expressions. The loop goes from nopal_lower_i to
/// nopal_upper_i. `strip`: points of the last part if the row is longer and no multiple of it; 0: the row is one part.
std::string row_in_parts(std::string_view lower, std::string_view upper, int strip, std::string_view loop);

} // namespace nopal::emit
