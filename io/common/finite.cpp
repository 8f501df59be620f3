#include "finite.hpp"

#include <bit>
#include <limits>

namespace nopal::common {

namespace {

constexpr std::uint64_t top_bit = std::uint64_t{1} << 63;
constexpr std::size_t block = 64; // a fixed number of values, so that compilers use vectors without any -O3

/// The bits of the smallest magnitude that the file does not hold as a finite number.
constexpr std::uint64_t least_infinite(Precision precision) {
  // Half a unit beyond the largest float is rounded to infinity.
  return std::bit_cast<std::uint64_t>(precision == Precision::single ? 0x1.ffffffp+127
                                                                     : std::numeric_limits<double>::infinity());
}

/// Magnitudes are ordered as their bits are. So the sum has its top bit if and only if the value is not finite.
std::uint64_t marked(double value, std::uint64_t margin) {
  return (std::bit_cast<std::uint64_t>(value) & ~top_bit) + margin;
}

/// Returns the position of a point in a box, i fastest.
std::int64_t position(const Box& box, const Index& point) {
  return ((point[2] - box.lower[2]) * box.extent(1) + (point[1] - box.lower[1])) * box.extent(0) + point[0] -
         box.lower[0];
}

} // namespace

std::optional<std::size_t> first_not_finite(std::span<const double> values, Precision precision) {
  const std::uint64_t margin = top_bit - least_infinite(precision);
  std::size_t begin = 0;
  for (; begin + block <= values.size(); begin += block) {
    const double* const each = values.data() + begin;
    std::uint64_t any = 0;
    for (std::size_t n = 0; n < block; ++n) any |= marked(each[n], margin);
    if ((any & top_bit) != 0) break;
  }
  for (; begin < values.size(); ++begin)
    if ((marked(values[begin], margin) & top_bit) != 0) return begin;
  return std::nullopt;
}

void NotFiniteIn::look(std::span<const double> reals, int parts, const Box& box) const {
  const auto found = first_not_finite(reals);
  if (!found) return;
  const auto n = static_cast<long>(*found) / parts;
  const Index extent{box.extent(0), box.extent(1), box.extent(2)};
  at_point({box.lower[0] + n % extent[0], box.lower[1] + n / extent[0] % extent[1],
            box.lower[2] + n / extent[0] / extent[1]},
           value_text(reals.subspan(static_cast<std::size_t>(n * parts), static_cast<std::size_t>(parts))));
}

void NotFiniteIn::at_point(const Index& point, const std::string& value) const {
  const bool of_grid = group().kind == GroupKind::gf;
  const Domain& domain = call_.domain();
  const int dimension = of_grid ? domain.dimension() : group().dimension;
  std::string indices, coordinates;
  for (int axis = 0; axis < dimension; ++axis) {
    indices += (axis > 0 ? ", " : "") + std::to_string(point[axis]);
    if (of_grid)
      coordinates += std::string(", ") + "xyz"[axis] + " = " + number_text(domain.coordinate(axis, point[axis]));
  }
  const Box all = of_grid ? domain.points() : Box{{0, 0, 0}, group().shape};
  tell(value + (of_grid ? " at point (" : " at element (") + indices + ')' + coordinates, position(all, point));
}

void NotFiniteIn::at_element(std::int64_t element, int component, const std::string& value) const {
  const int components = group().components;
  tell(value + " at element " + std::to_string(element) +
           (components > 1 ? ", component " + std::to_string(component) : ""),
       element * components + component);
}

void NotFiniteIn::tell(const std::string& what, std::int64_t place) const {
  call_.services().writes_not_finite(
      {slot_.variable, place, what, thorn_, static_cast<std::int64_t>(call_.iteration()), call_.time()});
}

} // namespace nopal::common
