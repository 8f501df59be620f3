#include "section.hpp"

#include "numbers.hpp"

#include "io/common/number_text.hpp"

#include <algorithm>

namespace nopal::tsv {

std::string place_text(const Domain& domain, const Index& point, std::initializer_list<int> axes) {
  std::string text;
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end())
      text += (text.empty() ? "" : ", ") + std::string(axis_names[axis]) + " = " +
              common::number_text(domain.coordinate(axis, point[axis])) + " (index " + std::to_string(point[axis]) +
              ")";
  return text;
}

} // namespace nopal::tsv
