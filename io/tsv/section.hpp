#pragma once
// The grid points that a line or a plane passes through.

#include <nopal/thorn.hpp>

#include <initializer_list>
#include <string>

namespace nopal::tsv {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// The points of the grid, outer boundary included, that one gets to from `point` along `axes`.
Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes);

/// Where such a section lies: "y = 0.5 (index 3)", the axes that it does not follow; empty where there are none.
std::string place_text(const Domain& domain, const Index& point, std::initializer_list<int> axes);

} // namespace nopal::tsv
