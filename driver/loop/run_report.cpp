#include "driver/loop/run_report.hpp"

#include "driver/plan/streamed_plan.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

std::string transfer_line(std::size_t rank, const std::string& span, const Counters& counters) {
  return fmt::format("rank {} {}: host->device {}; device->host {}", rank, span, count_text(counters.to_device),
                     count_text(counters.to_host));
}

void report_end(Collective& collective, const TimeLoop::Result& result, const RunReport& report) {
  const double updates = static_cast<double>(report.points) * static_cast<double>(result.iterations);
  const double rate = result.evolution_seconds > 0 ? updates / result.evolution_seconds : 0;
  spdlog::info("evolution: {} iterations in {:.3f} s, {:.4g} points/s (checkpoint, analysis and output took {:.3f} s)",
               result.iterations, result.evolution_seconds, rate, result.output_seconds);
  spdlog::debug("timings: setup {:.6f} s, storage {:.6f} s, iteration 0 {:.6f} s, evolution {:.6f} s, end {:.6f} s",
                report.setup_seconds, report.storage_seconds, result.initial_seconds, result.evolution_seconds,
                result.end_seconds);
  if (report.passes != nullptr)
    if (const auto all = collective.gather(*report.passes); !all.empty())
      spdlog::info("streaming: {}", passes_line(all));
  if (!report.device && !report.every_rank) return;
  const auto evolution = collective.gather(result.evolution);
  const auto total = collective.gather(result.total);
  for (std::size_t rank = 0; rank < evolution.size() && (rank == 0 || report.every_rank); ++rank) {
    spdlog::info("transfers: {}", transfer_line(rank, "evolution", evolution[rank]));
    spdlog::info("transfers: {}", transfer_line(rank, "total", total[rank]));
  }
}

} // namespace nopal
