#include "gather.hpp"

#include "values.hpp"

#include <algorithm>

namespace nopal::slices {

namespace {

/// A range of sampled points along one axis: positions in Sampling::points().
struct Span {
  long first = 0;
  long last = 0; ///< exclusive
  long size() const { return last - first; }
};

/// Returns the sampled points between two indices of the grid. The plane begins at index `begin`.
Span within(const Sampling& sampling, long begin, long lower, long upper) {
  const auto& points = sampling.points();
  const auto position = [&](long index) {
    return std::lower_bound(points.begin(), points.end(), index - begin) - points.begin();
  };
  return {position(lower), position(upper)};
}

struct Piece {
  Span right;
  Span up;
  long size() const { return right.size() * up.size(); }
};

class Gathering {
public:
  Gathering(const Plane& plane, const Sampling& right, const Sampling& up) : plane_(plane), right_(right), up_(up) {}

  /// Returns the sampled points that a process owns.
  Piece piece(const Box& owned) const {
    const Box box = intersection(plane_.box, owned);
    if (box.empty()) return {};
    return {within(right_, plane_.box.lower[plane_.right], box.lower[plane_.right], box.upper[plane_.right]),
            within(up_, plane_.box.lower[plane_.up], box.lower[plane_.up], box.upper[plane_.up])};
  }

  std::vector<Shade> shades(Call& call, Slot slot, const Piece& piece, const Scale& scale) const {
    std::vector<Shade> shades;
    shades.reserve(static_cast<std::size_t>(piece.size()));
    Index point = plane_.box.lower;
    with_values(call, call.only_part(), slot, [&](const auto& value_at) {
      for (long v = piece.up.first; v < piece.up.last; ++v) {
        point[plane_.up] = plane_.box.lower[plane_.up] + up_.points()[v];
        for (long u = piece.right.first; u < piece.right.last; ++u) {
          point[plane_.right] = plane_.box.lower[plane_.right] + right_.points()[u];
          shades.push_back(scale.shade(value_at(point[0], point[1], point[2])));
        }
      }
    });
    return shades;
  }

  void put(std::span<const Shade> from, const Piece& piece, std::vector<Shade>& all) const {
    const auto row = static_cast<std::ptrdiff_t>(right_.points().size());
    for (long v = 0; v < piece.up.size(); ++v)
      std::copy_n(from.begin() + v * piece.right.size(), piece.right.size(),
                  all.begin() + (piece.up.first + v) * row + piece.right.first);
  }

private:
  const Plane& plane_;
  const Sampling& right_;
  const Sampling& up_;
};

} // namespace

std::vector<Shade> gather(Call& call, Slot slot, const Plane& plane, const Sampling& right, const Sampling& up,
                          const Scale& scale) {
  Services& services = call.services();
  const Gathering gathering(plane, right, up);
  const auto piece = [&](int rank) { return gathering.piece(services.decomposition().owned(rank)); };

  const std::vector<Shade> mine = gathering.shades(call, slot, piece(services.rank()), scale);
  std::vector<Shade> all(services.rank() == 0 ? right.points().size() * up.points().size() : 0);
  services.collective().gather(
      std::span(mine), [&](int rank) { return piece(rank).size(); },
      [&](int rank, std::span<const Shade> theirs) { gathering.put(theirs, piece(rank), all); });
  return all;
}

} // namespace nopal::slices
