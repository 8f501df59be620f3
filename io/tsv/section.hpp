#pragma once
// The grid points that a line or a plane passes through.

#include <nopal/thorn.hpp>

#include <initializer_list>
#include <string>

namespace nopal::tsv {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// Returns the place of a section, such as "y = 0.5 (index 3)": the coordinates along the other axes. Empty: there are
/// none.
std::string place_text(const Domain& domain, const Index& point, std::initializer_list<int> axes);

} // namespace nopal::tsv
