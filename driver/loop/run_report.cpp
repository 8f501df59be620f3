#include "driver/loop/run_report.hpp"

#include "driver/loop/transfer_report.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void report_end(const Session& session, const TimeLoop::Result& result, const RunReport& report) {
  const double updates = static_cast<double>(report.points) * static_cast<double>(result.iterations);
  const double rate = result.evolution_seconds > 0 ? updates / result.evolution_seconds : 0;
  spdlog::info("evolution: {} iterations in {:.3f} s, {:.4g} points/s (checkpoint, analysis and output took {:.3f} s)",
               result.iterations, result.evolution_seconds, rate, result.output_seconds);
  spdlog::debug("timings: setup {:.6f} s, storage {:.6f} s, iteration 0 {:.6f} s, evolution {:.6f} s, end {:.6f} s",
                report.setup_seconds, report.storage_seconds, result.initial_seconds, result.evolution_seconds,
                result.end_seconds);
  if (!report.device && !report.every_rank) return;
  const auto evolution = gather_counters(session, result.evolution);
  const auto total = gather_counters(session, result.total);
  for (std::size_t rank = 0; rank < (report.every_rank ? evolution.size() : std::min<std::size_t>(evolution.size(), 1));
       ++rank) {
    spdlog::info("transfers: {}", transfer_line(static_cast<int>(rank), "evolution", evolution[rank]));
    spdlog::info("transfers: {}", transfer_line(static_cast<int>(rank), "total", total[rank]));
  }
}

} // namespace nopal
