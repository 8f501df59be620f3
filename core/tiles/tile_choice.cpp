#include "core/tiles/tile_choice.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// What a launch and a row cost, in points of a simple kernel. Measured: about 40 ns, 4 ns and 0.3 ns.
constexpr double launch_points = 130, row_points = 13;
/// Points that a processor computes at once. What is left of a row takes about as long as so many.
constexpr long vector_points = 8;

/// Sizes that are tried along an axis: the whole axis, its shares, which are rounded up to `multiple`, and `multiple`.
std::vector<long> sizes(long points, long wish, long multiple) {
  if (wish > 0) return {std::min(wish, points)};
  std::vector<long> result;
  for (long parts = 1; parts <= points; parts = parts < 8 ? parts + 1 : parts * 5 / 4) {
    const long size = round_up((points + parts - 1) / parts, multiple);
    const long cut = std::min(size, points);
    if (result.empty() || result.back() != cut) result.push_back(cut);
  }
  if (result.back() > multiple) result.push_back(multiple);
  return result;
}

class TileModel {
public:
  TileModel(const TileDemand& demand, const TileWish& wish) : demand_(demand), wish_(wish) {}

  /// Bytes of the temporaries and of the other fields of a tile.
  double bytes(const Index& shape) const {
    const TemporaryShape temporaries(shape, demand_.temporaries, demand_.axis, demand_.dimension);
    const double points = volume(shape);
    return 8 * (static_cast<double>(temporaries.in_use()) + demand_.stored_fields * points);
  }

  double room() const { return static_cast<double>(wish_.cache_bytes) / 2; }
  bool fills_cache(const Index& shape) const { return bytes(shape) > static_cast<double>(wish_.cache_bytes); }

  /// Cost of all stages for one point of the result.
  double cost(const Index& shape) const {
    const double points = volume(shape);
    double all = 0;
    for (const Extent& extent : demand_.computed) {
      const Index points_of_stage = extended(shape, extent);
      const double rows = static_cast<double>(points_of_stage[1]) * static_cast<double>(points_of_stage[2]);
      all += volume(points_of_stage) + rows * row_points + launch_points;
    }
    const double filled = bytes(shape) / room();
    return all / points * waiting(shape) * (filled <= 1 ? 1 : 1.5 * std::min(filled, 2.0));
  }

  /// The points that all stages compute for one point of the result.
  double computed(const Index& shape) const {
    double all = 0;
    for (const Extent& extent : demand_.computed) all += volume(extended(shape, extent));
    return all / volume(shape);
  }

private:
  static double volume(const Index& shape) {
    return static_cast<double>(shape[0]) * static_cast<double>(shape[1]) * static_cast<double>(shape[2]);
  }

  /// The points that a stage computes in a tile, apart from those at the ends of a run.
  Index extended(Index shape, const Extent& extent) const {
    for (int axis = 0; axis < 3; ++axis)
      if (axis != demand_.axis) shape[axis] += extent.upper[axis] - extent.lower[axis];
    shape[0] = round_up(shape[0], vector_points);
    return shape;
  }

  /// The time of the thread with most tiles, divided by the mean.
  double waiting(const Index& shape) const {
    long tiles = 1;
    for (int axis = 0; axis < 3; ++axis) tiles *= (demand_.interior.extent(axis) + shape[axis] - 1) / shape[axis];
    const long most = (tiles + wish_.threads - 1) / wish_.threads;
    return static_cast<double>(most) * wish_.threads / static_cast<double>(tiles);
  }

  const TileDemand& demand_;
  const TileWish& wish_;
};

std::string text_of(const Index& shape, const TileModel& model, const TileDemand& demand, const TileWish& wish) {
  const double bytes = model.bytes(shape);
  return fmt::format("tiles of {} points; the fields of a tile take {}, which {} half of a thread's cache of {}",
                     extents_text(shape, demand.dimension), bytes_text(static_cast<std::size_t>(bytes)),
                     bytes <= model.room() ? "fits into" : "is more than", bytes_text(wish.cache_bytes));
}

} // namespace

int run_axis(const std::vector<std::optional<Extent>>& computed, int dimension) {
  if (dimension == 1) return TileOrder::no_axis;
  const bool along_k = std::any_of(computed.begin(), computed.end(), [](const std::optional<Extent>& each) {
    return each && (each->lower[2] != 0 || each->upper[2] != 0);
  });
  return along_k ? 2 : 1;
}

std::vector<TileChoice> choose_tiles(const TileDemand& demand, const TileWish& wish) {
  const Index points = demand.interior.extents();
  if (demand.interior.empty()) return {TileChoice{}};
  const TileModel model(demand, wish);
  Index wanted = wish.shape;
  if (demand.whole_columns) wanted[2] = points[2];
  struct Shape {
    Index shape;
    double cost;
    long points;
  };
  std::vector<Shape> all;
  for (const long i : sizes(points[0], wanted[0], 8))
    for (const long j : sizes(points[1], wanted[1], 1))
      for (const long k : sizes(points[2], wanted[2], 1)) all.push_back({{i, j, k}, model.cost({i, j, k}), i * j * k});
  const auto best_of = [&](const auto& takes_part) {
    const Shape* best = nullptr;
    for (const Shape& each : all)
      if (takes_part(each) && (best == nullptr || each.cost < best->cost)) best = &each;
    return best;
  };
  const Shape* const best = best_of([](const Shape& /*each*/) { return true; });
  const Shape* const smaller = best_of([&](const Shape& each) { return 2 * each.points <= best->points; });
  const Shape* const larger = best_of([&](const Shape& each) { return each.points >= 2 * best->points; });
  // The model takes kernels for short. For long ones, points that are computed twice cost more than waits for memory.
  // The extent along the axis changes nothing, so the least one is taken.
  const auto slimmest = [&](const auto& takes_part) {
    const Shape* slim = best;
    for (const Shape& each : all)
      if (demand.axis > 0 && each.shape[demand.axis] == all.back().shape[demand.axis] && takes_part(each) &&
          model.computed(each.shape) < model.computed(slim->shape))
        slim = &each;
    return slim;
  };
  const Shape* const slim_in_cache = slimmest([&](const Shape& each) { return !model.fills_cache(each.shape); });
  const Shape* const slim = slimmest([](const Shape& /*each*/) { return true; });
  std::vector<TileChoice> choices;
  for (const Shape* each : {best, smaller, larger, slim_in_cache, slim})
    if (each != nullptr && std::ranges::count(choices, each->shape, &TileChoice::shape) == 0)
      choices.push_back({each->shape, text_of(each->shape, model, demand, wish)});
  return choices;
}

} // namespace nopal
