#include "driver/setup/stencil_ways.hpp"

#include "core/kernel_cache/kept_result.hpp"
#include "driver/setup/kernel_cache_folder.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace nopal {

namespace {

/// The key of the result of a trial: all that the times depend on.
KernelKey result_key(const StencilWays& ways, const Routine& routine, const StencilKernel& source, const Box& points,
                     const TileLimits& limits) {
  KernelKey key = ways.device;
  key.entry = routine.full_name();
  key.options = fmt::format("{} points, {} workers, {} bytes a tile", extents_text(points.extents(), 3), limits.workers,
                            limits.bytes);
  key.source = limits.by_rows ? source.opencl_tiles : source.cuda;
  return key;
}

} // namespace

StencilWays stencil_ways(const Parameters& parameters, const std::string& plugin, const DeviceDescription& device) {
  StencilWays ways;
  ways.way = parameters.boolean("accelerator::poison") ? StencilWay::stages
                                                       : stencil_way(parameters.string("accelerator::stencils"));
  ways.folder = kernel_cache_folder().path;
  ways.device.kind = plugin;
  ways.device.compiler = "a trial of stencils";
  ways.device.device =
      device.name + ", " + device.api + (parameters.boolean("accelerator::contract") ? ", contracted" : "");
  return ways;
}

void choose_way(DeviceStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                Device& device, const StencilWays& ways) {
  TiledStencils* const tiled = device.tiled_stencils();
  if (ways.way || source == nullptr || tiled == nullptr) return stencil.choose(ways.way.value_or(StencilWay::stages));
  const KernelKey key = result_key(ways, routine, *source, points, tiled->tile_limits());
  if (const std::optional<std::string> kept = kept_result(ways.folder, key))
    if (const std::optional<StencilWay> way = stencil_way(*kept); way.has_value()) return stencil.choose(way);
  stencil.choose(std::nullopt, [name = routine.full_name(), folder = ways.folder, key](const WayTrial& trial) {
    const auto milliseconds = [&](StencilWay way) { return fmt::format("{:.3g} ms", 1e3 * trial.best(way)); };
    spdlog::info("stencil {} on the device: a call takes {} stage by stage and {} tile by tile, so it now runs {}",
                 name, milliseconds(StencilWay::stages), milliseconds(StencilWay::tiles),
                 trial.next() == StencilWay::tiles ? "tile by tile" : "stage by stage");
    keep_result(folder, key, name + " (how the stencil runs)", to_string(trial.next()));
  });
}

} // namespace nopal
