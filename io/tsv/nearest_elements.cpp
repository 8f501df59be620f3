// Finds the elements that are nearest to points. Positions may change during a run, so each output looks again.

#include "nearest_elements.hpp"

#include "numbers.hpp"
#include "points.hpp"

#include "io/common/number_text.hpp"
#include "io/common/positions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace nopal::tsv {

namespace {

using Point = std::array<double, 3>;

/// Returns the mean of the coordinates of some elements. An element without corners has none: its position is NaN.
Point mean(const Field<const double>& coordinates, int components, std::span<const std::int32_t> elements) {
  Point sum{};
  for (const std::int32_t element : elements)
    for (int c = 0; c < components; ++c) sum[static_cast<std::size_t>(c)] += coordinates(c, element);
  for (double& x : sum) x /= static_cast<double>(elements.size());
  return sum;
}

double square_of_distance(const Point& position, const std::vector<double>& point) {
  double sum = 0;
  for (std::size_t c = 0; c < point.size(); ++c) sum += (position[c] - point[c]) * (position[c] - point[c]);
  return sum;
}

/// Looks among the elements that this process owns.
std::vector<NearestElement> find_here(Call& call, const std::string& set, const common::Positions& positions,
                                      const std::vector<std::vector<double>>& points) {
  Services& services = call.services();
  const LocalSet& elements = services.mesh().set(set);
  const int components = services.variables().group_of(positions.dat).components;
  const LocalTable* const rows = positions.map.empty() ? nullptr : &common::corners_of(call, positions.map);
  std::vector<NearestElement> nearest(points.size());
  if (elements.owned == 0) return nearest;
  const auto coordinates = call.read<double>(Slot{positions.dat, 0});
  for (std::int32_t n = 0; n < elements.owned; ++n) {
    const Point position = mean(coordinates, components, rows != nullptr ? rows->row(n) : std::span(&n, 1));
    for (std::size_t p = 0; p < points.size(); ++p) {
      const NearestElement found{square_of_distance(position, points[p]), elements.numbers[static_cast<std::size_t>(n)],
                                 n, services.rank()};
      if (std::isfinite(found.square) && found.is_nearer_than(nearest[p])) nearest[p] = found;
    }
  }
  return nearest;
}

/// Collective. Returns the nearest of all processes.
std::vector<NearestElement> nearest_of_all(Collective& collective, const std::vector<NearestElement>& mine) {
  std::vector<NearestElement> nearest(mine.size());
  collective.gather(
      std::span(mine), [&](int /*rank*/) { return mine.size(); },
      [&](int /*rank*/, std::span<const NearestElement> theirs) {
        for (std::size_t p = 0; p < nearest.size(); ++p)
          if (theirs[p].is_nearer_than(nearest[p])) nearest[p] = theirs[p];
      });
  collective.broadcast(std::span(nearest));
  return nearest;
}

void check_all_found(const Call& call, const std::string& set, const std::vector<NearestElement>& nearest) {
  const auto missing = std::ranges::find(nearest, -1, &NearestElement::number);
  if (missing == nearest.end()) return;
  const auto p = static_cast<std::size_t>(missing - nearest.begin());
  throw Error("tsv.points_at: no element of " + set + " is at a finite distance from point " + std::to_string(p) +
              ", " + point_text(chosen_points(call)[p]) + ": give '" +
              call.services().variables().full_name(common::positions_of(call, set)->dat) +
              "', which tsv.positions lists, finite values before output");
}

/// Writes to the log which elements were found, once for each set.
void report(const Call& call, const std::string& set, const std::vector<NearestElement>& nearest) {
  if (call.services().rank() != 0) return;
  const auto points = chosen_points(call);
  for (std::size_t p = 0; p < points.size(); ++p)
    call.services().info("tsv.points_at: the element of " + set + " nearest to " + point_text(points[p]) + " is " +
                         std::to_string(nearest[p].number) + ", at a distance of " +
                         common::number_text(std::sqrt(nearest[p].square)));
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(locate) {
  using namespace nopal;
  tsv::NearestElements& all = call.state<tsv::NearestElements>();
  const Variables& variables = call.services().variables();
  tsv::NearestElements found;
  for (const int v : tsv::listed_points(call)) {
    const std::string& set = variables.group_of(v).set;
    if (variables.group_of(v).kind != GroupKind::dat || found.contains(set)) continue;
    found[set] =
        tsv::nearest_of_all(call.services().collective(),
                            tsv::find_here(call, set, *common::positions_of(call, set), tsv::chosen_points(call)));
    tsv::check_all_found(call, set, found[set]);
    if (!all.contains(set)) tsv::report(call, set, found[set]);
  }
  all = std::move(found);
}
