#include "driver/setup/ghost_model.hpp"

#include "core/spaces/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

std::string ExchangeNumbers::text() const {
  return fmt::format("{:.3g} us a message, {:.3g} GB/s between processes, {:.3g} GB/s from memory, {:.3g} ns a point",
                     latency * 1e6, bandwidth / 1e9, memory / 1e9, point_time * 1e9);
}

double seconds_an_iteration(const ExchangeWork& work, const ExchangeNumbers& numbers) {
  const double exchange = work.messages * numbers.latency + static_cast<double>(work.message_bytes) / numbers.bandwidth;
  const double compute = static_cast<double>(work.points) * numbers.point_time;
  const bool cached = static_cast<double>(work.data_bytes) <= numbers.cache_bytes;
  const double memory = cached ? 0 : static_cast<double>(work.memory_bytes) / numbers.memory;
  return (exchange + std::max(compute, memory)) / work.iterations;
}

int neighbours(const Decomposition& decomposition, int rank) {
  return static_cast<int>(exchange_plan(decomposition, rank).neighbours.size());
}

} // namespace nopal
