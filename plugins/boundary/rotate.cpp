// The condition rotated: a boundary point gets the value of an interior point, which lies where half a turn takes the
// boundary point, times a sign. The interior point may belong to any process.

#include "faces.hpp"

#include <optional>

namespace nopal::boundary {

namespace {

/// An interior point, and the weight of its value in the value of a boundary point.
struct Source {
  Index point;
  double weight;
};

/// The half turns for the variable of a call. check_rotation has seen that each axis lies in its face, and that turns
/// agree where rotated faces meet: it does not matter which one comes first.
class Rotation {
public:
  explicit Rotation(const Call& call) : domain_(call.domain()), faces_(call) {
    for (const int normal : faces_.rotated_axes()) {
      const int across = 3 - normal - rotation_axis(call, normal);
      turns_[static_cast<std::size_t>(normal)] = {across, parity(call, normal) * parity(call, across)};
    }
  }

  /// Appends the sources of a point, with their weights times `weight`: the point itself if it is an interior one.
  /// Other points lie beyond rotated faces only.
  void add_sources(const Index& point, double weight, std::vector<Source>& sources) const {
    int normal = 0;
    while (normal < domain_.dimension() && !side_of(normal, point)) ++normal;
    if (normal == domain_.dimension()) {
      sources.push_back({point, weight});
      return;
    }
    const int side = *side_of(normal, point);
    const Turn& own = turns_[static_cast<std::size_t>(normal)];
    const Index turned = turn(point, normal, side);
    const auto n = static_cast<std::size_t>(normal);
    if (turned[n] != point[n]) return add_sources(turned, weight * own.sign, sources);
    // The point lies in the plane of the axis and the face. A polynomial through three points on each side gives its
    // value. In fill.kernel the same polynomial serves the condition symmetric.
    for (const auto& [distance, share] : {std::pair{1L, 0.75}, {2L, -0.3}, {3L, 0.05}})
      for (const auto& [row, sign] : {std::pair{point, 1.0}, {turned, own.sign}}) {
        Index inside = row;
        inside[n] += side == 0 ? distance : -distance;
        add_sources(inside, weight * share * sign, sources);
      }
  }

private:
  /// The turn at faces along an axis.
  struct Turn {
    int across = 0; ///< the other axis along which it changes positions
    double sign = 1;
  };

  static double parity(const Call& call, int axis) {
    return call.string(std::string("parity_") + "xyz"[axis]) == "even" ? 1 : -1;
  }

  /// Beyond which face along an axis the point lies: 0 for the lower one, 1 for the upper one.
  std::optional<int> side_of(int axis, const Index& point) const {
    const auto a = static_cast<std::size_t>(axis);
    if (point[a] < domain_.interior().lower[a]) return 0;
    if (point[a] >= domain_.interior().upper[a]) return 1;
    return std::nullopt;
  }

  /// Returns where the turn at this face takes a boundary point beyond it.
  Index turn(Index point, int normal, int side) const {
    const int across = turns_[static_cast<std::size_t>(normal)].across;
    mirror(point, normal, side == 0 ? 0 : 2 * domain_.spec().cells[static_cast<std::size_t>(normal)]);
    if (domain_.exists(across)) mirror(point, across, domain_.spec().cells[static_cast<std::size_t>(across)]);
    return point;
  }

  /// Moves the point to the other side of a plane. `twice`: twice the distance of the plane from driver.lower, in
  /// cells.
  void mirror(Index& point, int axis, long twice) const {
    const long shift = domain_.spec().centering == Centering::cell ? 1 : 0;
    long& index = point[static_cast<std::size_t>(axis)];
    index = index_in_grid(domain_, axis, twice - shift - index);
  }

  const Domain& domain_;
  Faces faces_;
  std::array<Turn, 3> turns_{}; ///< by the axis of the normal
};

/// The points of a part that the function writes: those beyond rotated faces and beyond no others.
template <class Visit> void for_each_written_point(const Call& call, const Part& part, Visit&& visit) {
  for (const Clause& clause : call.writes())
    for (const Box& box : boxes_in(*clause.points, {part.owned()}))
      for (long k = box.lower[2]; k < box.upper[2]; ++k)
        for (long j = box.lower[1]; j < box.upper[1]; ++j)
          for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(Index{i, j, k});
}

/// Collective. The values of the variable at the sources.
std::vector<double> values_of(const Call& call, const std::vector<Source>& sources) {
  std::vector<double> points;
  for (const Source& source : sources)
    for (int axis = 0; axis < call.domain().dimension(); ++axis)
      points.push_back(call.domain().coordinate(axis, source.point[static_cast<std::size_t>(axis)]));
  return call.interpolate({"u"}, points, Interpolation::nearest).all();
}

/// A boundary point that gets a value.
struct Target {
  Index point;
  std::size_t first, end; ///< its sources
};

} // namespace

} // namespace nopal::boundary

using namespace nopal;

NOPAL_FUNCTION(rotate) {
  const boundary::Rotation rotation(call);
  const std::vector<Part> parts = call.parts();
  std::vector<boundary::Source> sources;
  std::vector<std::vector<boundary::Target>> targets(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p)
    boundary::for_each_written_point(call, parts[p], [&](const Index& point) {
      const std::size_t first = sources.size();
      rotation.add_sources(point, 1.0, sources);
      targets[p].push_back({point, first, sources.size()});
    });
  const std::vector<double> values = boundary::values_of(call, sources);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto u = parts[p].write<double>("u");
    for (const auto& [point, first, end] : targets[p]) {
      double sum = sources[first].weight * values[first];
      for (std::size_t s = first + 1; s < end; ++s) sum += sources[s].weight * values[s];
      u(point[0], point[1], point[2]) = sum;
    }
  }
}
