#include "driver/plan/streamed_plan.hpp"

#include "core/schedule/run_order.hpp"
#include "driver/setup/epochs.hpp"
#include "driver/setup/pass_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// A plan walks no more iterations than this.
constexpr std::int64_t most_streamed_iterations = 1000;

class Walk {
public:
  Walk(const RunDescription& run, int rank, const WindowLimits& limits)
      : run_(run), maker_(epoch_maker(run, EpochPlace::device)), passes_(run, rank),
        blocks_(run.description.parameters, run.description.variables, limits),
        order_(run.description.schedule, *run.domain),
        has_epochs_(why_no_epochs(run, false, EpochPlace::device).empty()) {
    const auto given = static_cast<int>(run.description.parameters.integer("accelerator::blocking_factor"));
    factor_ = given > 0 ? given : largest_factor();
    plan_.is_exact = given > 0 && blocks_.given() > 0;
  }

  StreamedPlan walk() {
    order_.start();
    follow();
    const std::int64_t last = run_.limits.iterations;
    const std::int64_t end = last < 0 ? most_streamed_iterations : std::min(last, most_streamed_iterations);
    while (plan_.walked < end) iterate(last);
    plan_.is_whole = plan_.walked == last;
    if (plan_.is_whole) {
      order_.end(true);
      follow();
    }
    return plan_;
  }

private:
  /// The largest number of iterations that a run would try by itself.
  int largest_factor() const {
    for (int factor = largest_automatic_factor; factor > 1; factor /= 2) {
      RunEpoch made = maker_.make(1, factor, -1);
      made.epoch.keeps_oldest = true;
      if (made.steps.iterations >= maker_.least() &&
          blocks_.may_choose(passes_.epoch(made), std::max(1L, blocks_.given())))
        return factor;
    }
    return 1;
  }

  void iterate(std::int64_t last) {
    const RunEpoch made = has_epochs_ ? maker_.make(plan_.walked + 1, factor_, last) : RunEpoch{};
    if (made.steps.iterations < maker_.least()) {
      order_.iterate(++plan_.walked);
      return follow();
    }
    const std::string what = pass_name(made, run_.description.variables);
    const Pass pass = passes_.epoch(made);
    if (most_layers_ == 0) most_layers_ = blocks_.of(pass, what);
    add(made.steps.first, pass, what, most_layers_);
    order_.output(plan_.walked += made.epoch.iterations);
    follow();
  }

  void follow() {
    for (auto* list = &order_.next(); !list->empty(); list = &order_.next(false))
      for (const Step& step : *list) take(step);
  }

  void take(const Step& step) {
    if (step.kind == StepKind::condition) plan_.unknown.insert(*step.name + ": " + step.condition->text);
    if (step.kind == StepKind::call && streams(*step.routine))
      add(step.clock.iteration, passes_.alone(*step.routine, maker_), step.routine->full_name());
  }

  /// `most`: layers of a block; 0: what BlockSize says.
  void add(std::int64_t iteration, const Pass& pass, const std::string& what, long most = 0) {
    auto known = std::ranges::find(plan_.passes, what, &PlannedPass::what);
    if (known == plan_.passes.end()) {
      const StreamedPass streamed = blocks_.streamed(pass, most, what);
      PlannedPass& planned = plan_.passes.emplace_back();
      planned.what = what;
      planned.block_size = streamed.block_size();
      planned.blocks = static_cast<long>(streamed.blocks().blocks().size());
      planned.bytes = streamed.bytes();
      planned.copies = streamed.copies();
      known = plan_.passes.end() - 1;
    }
    ++known->times;
    plan_.order.push_back({iteration, static_cast<std::size_t>(known - plan_.passes.begin())});
  }

  const RunDescription& run_;
  EpochMaker maker_;
  PassMaker passes_;
  BlockSize blocks_;
  RunOrder order_;
  bool has_epochs_;
  int factor_ = 1;
  long most_layers_ = 0; ///< of the blocks of epochs; 0: not known yet
  StreamedPlan plan_;
};

} // namespace

std::string count_text(const TransferCount& count) {
  return fmt::format("{} transfer{}, {} bytes payload, {} bytes moved", count.transfers,
                     count.transfers == 1 ? "" : "s", count.payload_bytes, count.moved_bytes);
}

StreamedPlan plan_passes(const RunDescription& run, int rank, const WindowLimits& limits) {
  return Walk(run, rank, limits).walk();
}

std::string passes_text(const StreamedPlan& plan) {
  std::string text = fmt::format("passes of iterations 0 to {}{}:\n", plan.walked,
                                 plan.is_exact ? "" : ", if the run takes as many iterations and layers as fit");
  Counters sum;
  for (const PlannedPass& pass : plan.passes) {
    add(sum, pass.copies, pass.times);
    text += fmt::format("  {} x {}: {} block{} of {} layer{}, {} on the device; host->device {}; device->host {}\n",
                        pass.times, pass.what, pass.blocks, pass.blocks == 1 ? "" : "s", pass.block_size,
                        pass.block_size == 1 ? "" : "s", bytes_text(pass.bytes), count_text(pass.copies.to_device),
                        count_text(pass.copies.to_host));
  }
  return text + fmt::format("  all passes: host->device {}; device->host {}\n", count_text(sum.to_device),
                            count_text(sum.to_host));
}

} // namespace nopal
