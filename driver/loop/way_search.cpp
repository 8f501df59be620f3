#include "driver/loop/way_search.hpp"

#include "core/kernel_cache/kept_result.hpp"
#include "driver/setup/kernel_cache_folder.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

namespace {

/// Epochs of each way in a trial. They are long, so there are fewer than calls of a stencil. The first one is not
/// measured.
constexpr int calls_of_each = 2;

} // namespace

double slowest(const Session& session, double seconds) {
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, session.communicator());
  return seconds;
}

Way no_epochs() {
  Way way;
  way.text = "no epochs";
  return way;
}

KernelKey key_of_ways(const RunDescription& run, const Session& session, const RunEpoch& made) {
  KernelKey key;
  key.entry = made.items.front()->full_name();
  key.options = fmt::format("{} points, {} ranks as {}", extents_text(run.domain->points().extents(), 3),
                            session.size(), extents_text(run.decomposition->process_grid(), 3));
  for (const Routine* kernel : made.kernels)
    key.source += fmt::format("{} {}\n", kernel->full_name(), run.kernels->of(*kernel).kernel().text_hash);
  return key;
}

WaySearch::WaySearch(const Session& session, Ways ways) : session_(session), ways_(std::move(ways)) {
  for (const Way& each : ways_.all) ways_.key.options += "\n" + each.text;
}

const Way& WaySearch::way() const {
  return waits() ? ways_.all.front() : way(tried_[static_cast<std::size_t>(trial_.next())]);
}

/// The texts of the ways may differ between ranks, so rank 0 reads the result for all.
bool WaySearch::recall() {
  int kept = -1;
  if (session_.rank() == 0)
    if (const std::optional<std::string> text = kept_result(kernel_cache_folder().path, ways_.key)) {
      const auto found = std::ranges::find(ways_.all, *text, &Way::text);
      if (found != ways_.all.end()) kept = static_cast<int>(found - ways_.all.begin());
    }
  MPI_Bcast(&kept, 1, MPI_INT, 0, session_.communicator());
  if (kept < 0) return false;
  use(kept);
  spdlog::info("{}, as an earlier run has found", way().text);
  return true;
}

void WaySearch::use(int way) {
  tried_ = {way};
  trial_ = Trial(1);
}

void WaySearch::compare(std::vector<int> tried) {
  tried_ = std::move(tried);
  trial_ = Trial(static_cast<int>(tried_.size()), calls_of_each);
}

void WaySearch::took(int iterations, double seconds) {
  if (waits()) {
    ++waited_;
    waited_for_ = slowest(session_, seconds / iterations);
    return;
  }
  if (trial_.is_over() || !is_typical(way(), iterations)) return;
  trial_.add(slowest(session_, seconds / iterations));
  if (!trial_.is_over()) return;
  tell();
  keep(tried_[static_cast<std::size_t>(trial_.next())]);
}

void WaySearch::tell() const {
  std::string others;
  for (int n = 0; n < trial_.n_ways(); ++n)
    if (n != trial_.next())
      others += fmt::format("\n  {}: {:.3g} s", way(tried_[static_cast<std::size_t>(n)]).text, trial_.best(n));
  spdlog::info("{}: {:.3g} s an iteration. The other ways that were tried:{}", way().text, trial_.best(trial_.next()),
               others);
}

void WaySearch::keep(int way) const {
  if (session_.rank() == 0)
    keep_result(kernel_cache_folder().path, ways_.key, ways_.key.entry + " (how its iterations are computed)",
                this->way(way).text);
}

} // namespace nopal
