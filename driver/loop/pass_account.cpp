#include "driver/loop/pass_account.hpp"

#include "core/base/bytes_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr std::int64_t passes_of_a_measurement = 16;

/// In percent. A rank that has copied nothing has nothing to hide.
int hidden_share(const PassTotals& totals) {
  if (totals.times.copies == 0) return 100;
  return static_cast<int>(100 * static_cast<double>(totals.times.hidden) / static_cast<double>(totals.times.copies));
}

double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

std::string bytes(const TransferCount& count) { return bytes_text(static_cast<std::size_t>(count.payload_bytes)); }

} // namespace

void PassAccount::begin(std::int64_t number) {
  measures_ = timing_ != nullptr && number % passes_of_a_measurement == 0;
  if (measures_) timing_->mark(1);
}

void PassAccount::end(const Counters& copies) {
  ++totals_.passes;
  add(totals_.copies, copies);
  if (!measures_) return;
  timing_->mark(0);
  ++totals_.timed;
  commands_.clear();
  timing_->timed_commands(commands_);
  add(totals_.times, device_times(commands_));
}

std::string passes_line(const std::vector<PassTotals>& ranks) {
  const PassTotals& first = ranks.front();
  std::string line =
      fmt::format("{} pass{} on rank 0 brought {} to the device and {} to the host", first.passes,
                  first.passes == 1 ? "" : "es", bytes(first.copies.to_device), bytes(first.copies.to_host));
  if (first.times.copies == 0) return line + (first.passes > 0 ? "; the device measures no times" : "");
  line += fmt::format("; in {} of them that were measured, copies took {:.4g} s and kernels {:.4g} s, and {} % of the "
                      "time of copies was hidden behind kernels",
                      first.timed, seconds(first.times.copies), seconds(first.times.kernels), hidden_share(first));
  const auto least = std::ranges::min_element(ranks, {}, hidden_share);
  if (hidden_share(*least) == hidden_share(first)) return line;
  return line + fmt::format(" ({} % on rank {}, where it is least)", hidden_share(*least), least - ranks.begin());
}

} // namespace nopal
