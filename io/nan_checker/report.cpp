#include "report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

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

/// The number of a variable's indices, and the domain if its points have coordinates.
struct Shape {
  int axes = 0;
  const Domain* domain = nullptr;
  std::int64_t points = 1;
};

Shape shape_of(const Call& call, Slot slot) {
  const Group& group = call.services().variables().group_of(slot.variable);
  if (group.kind == GroupKind::gf) return {call.domain().dimension(), &call.domain(), call.domain().points().points()};
  return {group.dimension, nullptr, group.shape[0] * group.shape[1] * group.shape[2]};
}

/// Returns a text such as "i 3..7, j 4".
std::string index_ranges(const Shape& shape, const Box& box) {
  std::string text;
  for (int axis = 0; axis < shape.axes; ++axis) {
    const long first = box.lower[axis], last = box.upper[axis] - 1;
    text += (axis > 0 ? ", " : "") + std::string(1, "ijk"[axis]) + ' ' + std::to_string(first);
    if (last > first) text += ".." + std::to_string(last);
  }
  return text;
}

std::string coordinate_ranges(const Shape& shape, const Box& box) {
  std::string text;
  for (int axis = 0; axis < shape.axes; ++axis) {
    const long first = box.lower[axis], last = box.upper[axis] - 1;
    text +=
        (axis > 0 ? ", " : "") + std::string(1, "xyz"[axis]) + ' ' + number_text(shape.domain->coordinate(axis, first));
    if (last > first) text += ".." + number_text(shape.domain->coordinate(axis, last));
  }
  return text;
}

std::string place(const Shape& shape, const Index& at) {
  std::string indices, coordinates;
  for (int axis = 0; axis < shape.axes; ++axis) {
    const char* const separator = axis > 0 ? ", " : "";
    indices += separator + std::to_string(at[axis]);
    if (shape.domain != nullptr) coordinates += separator + number_text(shape.domain->coordinate(axis, at[axis]));
  }
  return '(' + indices + ')' + (shape.domain != nullptr ? " at (" + coordinates + ')' : "");
}

} // namespace

std::string number_text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string value_text(const std::array<double, 2>& value, bool complex) {
  const auto part = [](double x) { return std::isnan(x) ? "nan" : number_text(x); }; // with any sign
  return complex ? part(value[0]) + " + " + part(value[1]) + " i" : part(value[0]);
}

std::string report(const Call& call, Slot slot, const Found& found, std::size_t listed) {
  const Variables& variables = call.services().variables();
  const bool complex = variables.group_of(slot.variable).type == Type::complex;
  const Shape shape = shape_of(call, slot);
  std::string text = variables.full_name(slot.variable) + " is not finite at iteration " +
                     std::to_string(call.iteration()) + ", time " + number_text(call.time()) + ": ";
  if (shape.axes == 0) return text + "it is " + value_text(found.first.at(0).value, complex);
  text += counts(found) + " of " + std::to_string(shape.points) + (shape.domain != nullptr ? " points" : " elements");
  text += ", all within " + index_ranges(shape, found.box);
  if (shape.domain != nullptr) text += " (" + coordinate_ranges(shape, found.box) + ')';
  for (std::size_t n = 0; n < std::min(listed, found.first.size()); ++n) {
    const Point& point = found.first[n];
    text += "\n  " + place(shape, point.at) + ": " + value_text(point.value, complex);
    if (shape.domain != nullptr) text += ", rank " + std::to_string(point.rank);
  }
  const std::int64_t rest = found.total() - static_cast<std::int64_t>(listed);
  if (rest > 0) text += "\n  and " + std::to_string(rest) + " more";
  return text;
}

} // namespace nopal::nan_checker
