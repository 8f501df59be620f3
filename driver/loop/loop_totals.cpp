#include "driver/loop/loop_totals.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

namespace nopal {

namespace {

void write_real(const LoopTotal& total, Reductions& reductions, double& value) {
  const double start = total.from.value_or(value);
  if (total.access == Access::increment) {
    value = start + reductions.sum(total.sum);
    return;
  }
  const bool least = total.access == Access::minimum;
  const double own = total.nan ? std::numeric_limits<double>::quiet_NaN() : total.real;
  const double all = least ? reductions.min(own) : reductions.max(own);
  value = std::isnan(all) || std::isnan(start) ? all + start : least ? std::fmin(start, all) : std::fmax(start, all);
}

void write_integer(const LoopTotal& total, Reductions& reductions, Collective& collective, std::int64_t& value) {
  const std::int64_t start = total.from ? static_cast<std::int64_t>(*total.from) : value;
  if (total.access == Access::increment) {
    const Int128 sum = start + reductions.integer_sum(total.sum);
    const std::optional<std::int64_t> fitting = to_int64(sum);
    if (!fitting)
      throw Error(fmt::format("a sum of integers is {}, which does not fit into 64 bits: use a real scalar", sum));
    value = *fitting;
    return;
  }
  if (total.access == Access::minimum) {
    value = std::min(start, collective.min(total.integer));
    return;
  }
  std::int64_t largest = total.integer;
  collective.max(std::span(&largest, 1));
  value = std::max(start, largest);
}

} // namespace

void write_totals(const BoundLoop& loop, Reductions& reductions, Collective& collective, HostMemory& memory) {
  for (const LoopTotal& total : loop.totals())
    if (total.is_integer)
      write_integer(total, reductions, collective, scalar_value<std::int64_t>(memory, total.slot));
    else
      write_real(total, reductions, scalar_value<double>(memory, total.slot));
}

} // namespace nopal
