#include "report.hpp"

#include "axes.hpp"

#include "io/common/number_text.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace nopal::nan_checker {

namespace {

std::string counts(const Found& found) {
  std::string text;
  const auto add = [&](std::int64_t n, const char* what) {
    if (n > 0) text += (text.empty() ? "" : ", ") + std::to_string(n) + ' ' + what;
  };
  add(found.nan, "nan");
  add(found.plus_infinity, "inf");
  add(found.minus_infinity, "-inf");
  return text;
}

/// The indices of a variable, and the domain if its points have coordinates.
struct Shape {
  std::vector<Axis> axes;
  const Domain* domain = nullptr;
  std::int64_t points = 1;
  std::string what = " elements"; ///< what `points` counts
  bool has_ranks = false;         ///< each point belongs to one rank
};

Shape shape_of(const Call& call, Slot slot) {
  const Group& group = call.services().variables().group_of(slot.variable);
  std::vector<Axis> axes = axes_of(call, group);
  if (group.kind == GroupKind::gf)
    return {std::move(axes), &call.domain(), call.domain().points().points(), " points", true};
  if (group.kind == GroupKind::dat)
    return {std::move(axes), nullptr, call.services().mesh().set(group.set).global * group.components,
            " values on " + group.set, true};
  return {std::move(axes), nullptr, group.shape[0] * group.shape[1] * group.shape[2]};
}

/// Returns a text such as "i 3..7, j 4".
std::string index_ranges(const Shape& shape, const Box& box) {
  std::string text;
  for (const Axis& axis : shape.axes) {
    const long first = box.lower[axis.number], last = box.upper[axis.number] - 1;
    text += (text.empty() ? "" : ", ") + axis.name + ' ' + std::to_string(first);
    if (last > first) text += ".." + std::to_string(last);
  }
  return text;
}

std::string coordinate_ranges(const Shape& shape, const Box& box) {
  std::string text;
  for (const Axis& axis : shape.axes) {
    const int n = axis.number;
    const long first = box.lower[n], last = box.upper[n] - 1;
    text +=
        (n > 0 ? ", " : "") + std::string(1, "xyz"[n]) + ' ' + common::number_text(shape.domain->coordinate(n, first));
    if (last > first) text += ".." + common::number_text(shape.domain->coordinate(n, last));
  }
  return text;
}

/// Returns a text such as "(3, 4) at (0.5, 0.25)" or "element 3, component 1".
std::string place(const Shape& shape, const Group& group, const Index& at) {
  std::string indices, coordinates;
  for (const Axis& axis : shape.axes) {
    const char* const separator = indices.empty() ? "" : ", ";
    if (shape.domain != nullptr)
      coordinates += separator + common::number_text(shape.domain->coordinate(axis.number, at[axis.number]));
    indices += separator + (group.kind == GroupKind::dat ? axis.name + ' ' : "") + std::to_string(at[axis.number]);
  }
  if (group.kind == GroupKind::dat) return indices;
  return '(' + indices + ')' + (shape.domain != nullptr ? " at (" + coordinates + ')' : "");
}

std::string text_of(const std::array<double, 2>& value, bool complex) {
  return common::value_text(std::span(value).first(complex ? 2 : 1));
}

} // namespace

std::string report(const Call& call, Slot slot, const Found& found, std::size_t listed) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const bool complex = group.type == Type::complex;
  const Shape shape = shape_of(call, slot);
  std::string text = variables.full_name(slot.variable) + " is not finite at iteration " +
                     std::to_string(call.iteration()) + ", time " + common::number_text(call.time()) + ": ";
  if (shape.axes.empty()) return text + "it is " + text_of(found.first.at(0).value, complex);
  text += counts(found) + " of " + std::to_string(shape.points) + shape.what;
  text += ", all within " + index_ranges(shape, found.box);
  if (shape.domain != nullptr) text += " (" + coordinate_ranges(shape, found.box) + ')';
  for (std::size_t n = 0; n < std::min(listed, found.first.size()); ++n) {
    const Point& point = found.first[n];
    text += "\n  " + place(shape, group, point.at) + ": " + text_of(point.value, complex);
    if (shape.has_ranks) text += ", rank " + std::to_string(point.rank);
  }
  const std::int64_t rest = found.total() - static_cast<std::int64_t>(listed);
  if (rest > 0) text += "\n  and " + std::to_string(rest) + " more";
  return text;
}

} // namespace nopal::nan_checker
