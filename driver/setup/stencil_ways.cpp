#include "driver/setup/stencil_ways.hpp"

#include "core/kernel_cache/kept_result.hpp"
#include "driver/setup/kernel_arithmetic.hpp"
#include "driver/setup/kernel_cache_folder.hpp"
#include "driver/setup/processor.hpp"

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

KernelKey host_key(const HostStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                   int threads) {
  KernelKey key;
  key.kind = "host";
  key.compiler = "a trial of stencils";
  key.device = fmt::format("{}, {} threads", processor_name(), threads);
  key.entry = routine.full_name();
  key.options = extents_text(points.extents(), 3) + " points";
  for (int way = 0; way < stencil.n_ways(); ++way) key.options += "\n" + stencil.text(way);
  if (source != nullptr) key.source = source->opencl_tiles;
  return key;
}

/// Reads a kept result: the number of a way.
std::optional<int> way_number(const std::string& text, int n_ways) {
  for (int way = 0; way < n_ways; ++way)
    if (text == std::to_string(way)) return way;
  return std::nullopt;
}

} // namespace

StencilWays stencil_ways(const Parameters& parameters, const std::string& plugin, const DeviceDescription& device) {
  StencilWays ways;
  ways.way = parameters.boolean("accelerator::poison") ? StencilWay::stages
                                                       : stencil_way(parameters.string("accelerator::stencils"));
  ways.folder = kernel_cache_folder().path;
  ways.device.kind = plugin;
  ways.device.compiler = "a trial of stencils";
  ways.device.device = device.name + ", " + device.api + text(kernel_arithmetic(parameters));
  return ways;
}

void choose_way(DeviceStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                Device& device, const StencilWays& ways) {
  TiledStencils* const tiled = device.tiled_stencils();
  if (ways.way || source == nullptr || tiled == nullptr) return stencil.choose(ways.way.value_or(StencilWay::stages));
  const KernelKey key = result_key(ways, routine, *source, points, tiled->tile_limits());
  if (const std::optional<std::string> kept = kept_result(ways.folder, key))
    if (const std::optional<StencilWay> way = stencil_way(*kept); way.has_value()) return stencil.choose(way);
  stencil.choose(std::nullopt, [name = routine.full_name(), folder = ways.folder, key](const Trial& trial) {
    const auto way = static_cast<StencilWay>(trial.next());
    const auto milliseconds = [&](StencilWay each) {
      return fmt::format("{:.3g} ms", 1e3 * trial.best(static_cast<int>(each)));
    };
    spdlog::info("stencil {} on the device: a call takes {} stage by stage and {} tile by tile, so it now runs {}",
                 name, milliseconds(StencilWay::stages), milliseconds(StencilWay::tiles),
                 way == StencilWay::tiles ? "tile by tile" : "stage by stage");
    keep_result(folder, key, name + " (how the stencil runs)", to_string(way));
  });
}

void choose_host_way(HostStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                     int threads) {
  const std::string folder = kernel_cache_folder().path;
  const KernelKey key = host_key(stencil, routine, source, points, threads);
  if (const std::optional<std::string> kept = kept_result(folder, key))
    if (const std::optional<int> way = way_number(*kept, stencil.n_ways()); way.has_value()) return stencil.choose(way);
  std::vector<std::string> texts;
  for (int way = 0; way < stencil.n_ways(); ++way) texts.push_back(stencil.text(way));
  stencil.choose(std::nullopt, [name = routine.full_name(), folder, key, texts](const Trial& trial) {
    std::string times;
    for (int way = 0; way < trial.n_ways(); ++way)
      times += fmt::format("\n  {:.3g} ms: {}{}", 1e3 * trial.best(way), texts[static_cast<std::size_t>(way)],
                           way == trial.next() ? " (from now on)" : "");
    spdlog::info("stencil {} on the host, the shortest call in each way:{}", name, times);
    keep_result(folder, key, name + " (how the stencil runs)", std::to_string(trial.next()));
  });
}

} // namespace nopal
