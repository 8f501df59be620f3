// Positions may change during a run, so each output finds the pixels again.

#include "coverage.hpp"

#include "io/common/positions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nopal::slices {

namespace {

/// The corners of the cells that this process owns.
class Cells {
public:
  Cells(Call& call, const common::Positions& positions)
      : call_(call), positions_(positions), table_(common::corners_of(call, positions.map)) {}

  /// Calls `visit(cell, corners)` for each cell whose corners are finite.
  template <class Visit> void for_each(Visit&& visit) const {
    if (table_.rows() == 0) return;
    const auto coordinates = call_.read<double>(Slot{positions_.dat, 0});
    std::vector<Corner> corners;
    for (std::int64_t cell = 0; cell < table_.rows(); ++cell) {
      corners.clear();
      for (const std::int32_t node : table_.row(cell)) corners.push_back({coordinates(0, node), coordinates(1, node)});
      const auto is_finite = [](const Corner& corner) { return std::isfinite(corner.x) && std::isfinite(corner.y); };
      if (std::ranges::all_of(corners, is_finite)) visit(static_cast<std::int32_t>(cell), corners);
    }
  }

private:
  Call& call_;
  const common::Positions& positions_;
  const LocalTable& table_;
};

/// Collective. Returns the smallest rectangle around all corners, or the one that the parameters give.
Raster area_of(Call& call, const std::string& set, const Cells& cells) {
  const auto lower = call.reals("lower"), upper = call.reals("upper");
  if (!lower.empty()) return {{lower[0], lower[1]}, {upper[0], upper[1]}};
  constexpr double none = std::numeric_limits<double>::infinity();
  std::array<double, 4> least{none, none, none, none}; // of x, y, -x and -y
  cells.for_each([&](std::int32_t, const std::vector<Corner>& corners) {
    for (const Corner& corner : corners) {
      const std::array<double, 4> here{corner.x, corner.y, -corner.x, -corner.y};
      for (std::size_t n = 0; n < here.size(); ++n) least[n] = std::min(least[n], here[n]);
    }
  });
  call.services().collective().min(std::span<double>(least));
  const Raster area{{least[0], least[1]}, {-least[2], -least[3]}};
  const double width = area.upper.x - area.lower.x, height = area.upper.y - area.lower.y;
  if (!(width > 0 && height > 0 && std::isfinite(width) && std::isfinite(height)))
    throw Error("slices: the corners of " + set +
                " span no finite area: set their positions before output, or give slices.lower and slices.upper");
  return area;
}

/// A pixel and the global number of a cell in which it lies.
struct Hit {
  std::int64_t pixel;
  std::int64_t number;
};

/// Fills the part of the coverage that belongs to this process.
std::vector<Hit> cover(const LocalSet& set, const Cells& cells, Coverage& coverage) {
  const Raster& raster = coverage.raster;
  std::vector<std::int32_t> at(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height), -1);
  const auto number_of = [&](std::int32_t cell) { return set.numbers[static_cast<std::size_t>(cell)]; };
  cells.for_each([&](std::int32_t cell, const std::vector<Corner>& corners) {
    if (!meets(raster, corners)) return;
    coverage.visible.push_back(cell);
    for_each_pixel(raster, corners, [&](int pixel) {
      std::int32_t& shown = at[static_cast<std::size_t>(pixel)];
      if (shown < 0 || number_of(cell) < number_of(shown)) shown = cell;
    });
  });
  std::vector<Hit> hits;
  for (std::size_t pixel = 0; pixel < at.size(); ++pixel) {
    if (at[pixel] < 0) continue;
    hits.push_back({static_cast<std::int64_t>(pixel), number_of(at[pixel])});
    coverage.cells.push_back(at[pixel]);
  }
  return hits;
}

/// Collective. Rank 0 learns which process shows each pixel.
void join(Collective& collective, const std::vector<Hit>& mine, Coverage& coverage) {
  const std::vector<std::int64_t> counts = collective.gather(static_cast<std::int64_t>(mine.size()));
  const auto pixels =
      static_cast<std::size_t>(coverage.raster.width) * static_cast<std::size_t>(coverage.raster.height);
  std::vector<std::int64_t> numbers;
  if (collective.rank() == 0) {
    coverage.pixels.resize(counts.size());
    coverage.shown_by.assign(pixels, -1);
    numbers.resize(pixels);
  }
  collective.gather(
      std::span(mine), [&](int rank) { return counts[static_cast<std::size_t>(rank)]; },
      [&](int rank, std::span<const Hit> hits) {
        for (const Hit& hit : hits) {
          const auto pixel = static_cast<std::size_t>(hit.pixel);
          coverage.pixels[static_cast<std::size_t>(rank)].push_back(static_cast<std::int32_t>(hit.pixel));
          if (coverage.shown_by[pixel] >= 0 && numbers[pixel] < hit.number) continue;
          coverage.shown_by[pixel] = rank;
          numbers[pixel] = hit.number;
        }
      });
}

} // namespace

Coverage coverage_of(Call& call, const std::string& set, const Settings& settings) {
  Services& services = call.services();
  const common::Positions positions = *common::positions_of(call, set);
  const Cells cells(call, positions);
  Coverage coverage;
  coverage.raster = area_of(call, set, cells);
  const Corner &lower = coverage.raster.lower, &upper = coverage.raster.upper;
  coverage.page = lay_out(settings.width, settings.height, upper.x - lower.x, upper.y - lower.y, settings.equal_aspect);
  coverage.raster.width = coverage.page.plot.width;
  coverage.raster.height = coverage.page.plot.height;
  join(services.collective(), cover(services.mesh().set(set), cells, coverage), coverage);
  return coverage;
}

} // namespace nopal::slices

NOPAL_FUNCTION(cover) {
  using namespace nopal::slices;
  const Settings settings = settings_of(call);
  Coverages& coverages = call.state<Coverages>();
  coverages.clear();
  for (const std::string& set : drawn_sets(call))
    if (call.services().mesh().set(set).global > 0)
      coverages.emplace(set, coverage_of(call, set, settings));
    else
      call.warn_once("slices: " + set + " has no elements, so there are no pictures of its variables");
}
