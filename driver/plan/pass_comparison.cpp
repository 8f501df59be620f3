#include "driver/plan/pass_comparison.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string text(const StreamedData& data) {
  return fmt::format("iteration {}, {}: host->device {}; device->host {}", data.iteration, data.what,
                     count_text(data.copies.to_device), count_text(data.copies.to_host));
}

} // namespace

PassComparison::PassComparison(StreamedPlan plan, int rank) : plan_(std::move(plan)), rank_(rank) {
  if (!plan_.is_exact)
    exempt("nopal chooses the numbers of iterations and layers: set accelerator.blocking_factor and block_size");
  if (!plan_.unknown.empty()) exempt("only the run knows whether this holds: " + *plan_.unknown.begin());
}

StreamedData PassComparison::planned() const {
  const StreamedPlan::Use& use = plan_.order[next_];
  const PlannedPass& pass = plan_.passes[use.pass];
  return {use.iteration, pass.what, pass.copies};
}

void PassComparison::streamed(const StreamedData& data) {
  if (!compares()) return;
  if (next_ == plan_.order.size()) {
    if (plan_.is_whole) differs(text(data));
    return; // the plan does not go so far
  }
  if (planned() != data) differs(text(data));
  ++next_;
}

void PassComparison::run_done(bool complete) {
  if (complete && compares() && next_ < plan_.order.size()) differs("nothing more");
}

void PassComparison::differs(const std::string& happened) const {
  throw Error(fmt::format("the run differs from its plan on rank {}, pass {}:\n  planned:  {}\n  happened: {}", rank_,
                          next_ + 1, next_ < plan_.order.size() ? text(planned()) : "nothing more", happened));
}

std::string PassComparison::result() const {
  return fmt::format("{} pass{} copied exactly what was planned, in the same order{}", next_, next_ == 1 ? "" : "es",
                     plan_.is_whole ? "" : fmt::format("; the plan ends with iteration {}", plan_.walked));
}

} // namespace nopal
