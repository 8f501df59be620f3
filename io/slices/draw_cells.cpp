#include "draw_cells.hpp"

#include "coverage.hpp"
#include "extremes.hpp"
#include "picture.hpp"
#include "series.hpp"
#include "values.hpp"

#include "io/common/finite.hpp"
#include "io/common/number_text.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace nopal::slices {

namespace {

/// Tells the driver of the first of these cells whose value is not finite.
void report_not_finite(const Call& call, Slot slot, int component, const Coverage& coverage) {
  const std::string& set = call.services().variables().group_of(slot.variable).set;
  const std::vector<std::int64_t>& numbers = call.services().mesh().set(set).numbers;
  std::optional<std::pair<std::int64_t, double>> first; // by global number
  with_values(call, call, slot, [&](const auto& value_at) {
    for (const std::int32_t cell : coverage.visible) {
      const double value = value_at(component, cell, 0);
      const std::int64_t number = numbers[static_cast<std::size_t>(cell)];
      if (!std::isfinite(value) && (!first || number < first->first)) first = {number, value};
    }
  });
  if (first)
    common::NotFiniteIn(call, slot, "slices")
        .at_element(first->first, component, common::value_text(std::span(&first->second, 1)));
}

/// Collective. Returns the extreme values of a component among the cells that the picture meets.
Extremes extremes_of_cells(Call& call, Slot slot, int component, const Coverage& coverage) {
  Extremes extremes;
  with_values(call, call, slot, [&](const auto& value_at) {
    for (const std::int32_t cell : coverage.visible) extremes.add(value_at(component, cell, 0));
  });
  if (extremes.not_finite > 0) report_not_finite(call, slot, component, coverage);
  return of_all_processes(call.services().collective(), extremes);
}

/// Collective. Returns the shades of all pixels on rank 0, and nothing on other ranks. A process sends two bytes for
/// each pixel that it may show.
std::vector<Shade> shades_of_pixels(Call& call, Slot slot, int component, const Coverage& coverage,
                                    const Scale& scale) {
  std::vector<Shade> mine;
  with_values(call, call, slot, [&](const auto& value_at) {
    for (const std::int32_t cell : coverage.cells) mine.push_back(scale.shade(value_at(component, cell, 0)));
  });
  std::vector<Shade> all(coverage.shown_by.size(), no_cell);
  call.services().collective().gather(
      std::span<const Shade>(mine), [&](int rank) { return coverage.pixels[static_cast<std::size_t>(rank)].size(); },
      [&](int rank, std::span<const Shade> theirs) {
        const std::vector<std::int32_t>& pixels = coverage.pixels[static_cast<std::size_t>(rank)];
        for (std::size_t n = 0; n < pixels.size(); ++n)
          if (const auto pixel = static_cast<std::size_t>(pixels[n]); coverage.shown_by[pixel] == rank)
            all[pixel] = theirs[n];
      });
  return all;
}

void draw_component(Call& call, Slot slot, int component, const Coverage& coverage, const Settings& settings) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const std::string& name = variables.variable(slot.variable).name;
  const Extremes extremes = extremes_of_cells(call, slot, component, coverage);
  const Scale scale(settings.scale, settings.range, extremes);
  const std::vector<Shade> shades = shades_of_pixels(call, slot, component, coverage, scale);
  const std::string number = group.components > 1 ? std::to_string(component) : "";
  const Raster& raster = coverage.raster;
  add_to_series(call, group.thorn + '-' + name + (number.empty() ? "" : "." + number),
                {.width = settings.width,
                 .height = settings.height,
                 .page = coverage.page,
                 .title = variables.full_name(slot.variable) + (number.empty() ? "" : ", component " + number),
                 .subtitle = subtitle(call, slot),
                 .variable = name,
                 .unit = group.unit,
                 .right = {"x", raster.lower.x, raster.upper.x},
                 .up = {"y", raster.lower.y, raster.upper.y},
                 .sampling_right = Sampling(raster.width, raster.width),
                 .sampling_up = Sampling(raster.height, raster.height),
                 .shades = shades,
                 .colour_map = settings.colour_map,
                 .scale = scale,
                 .extremes = extremes,
                 .fixed_range = settings.range.has_value(),
                 .counted = "cell"});
}

} // namespace

void draw_cells(Call& call, Slot slot, const Settings& settings) {
  const Group& group = call.services().variables().group_of(slot.variable);
  const Coverages& coverages = call.state<Coverages>();
  const auto coverage = coverages.find(group.set);
  if (coverage == coverages.end()) return;
  for (int component = 0; component < group.components; ++component)
    draw_component(call, slot, component, coverage->second, settings);
}

} // namespace nopal::slices
