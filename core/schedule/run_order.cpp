#include "core/schedule/run_order.hpp"

#include "core/schedule/run_bins.hpp"

#include <string_view>

namespace nopal {

RunOrder::RunOrder(const Schedule& schedule, RunClock& clock, RunQuestions questions)
    : schedule_(schedule), clock_(&clock), questions_(std::move(questions)), bin_(schedule, questions_.is_requested) {}

RunOrder::RunOrder(const Schedule& schedule, const Domain& domain, RunQuestions questions)
    : schedule_(schedule), own_clock_(std::make_unique<RunClock>(domain, true)), clock_(own_clock_.get()),
      questions_(std::move(questions)), bin_(schedule, questions_.is_requested) {}

void RunOrder::start() {
  clock_->start(0);
  add(StepKind::begin_iteration);
  add_bins(start_bins);
  starting_ = true;
}

void RunOrder::finish_start() {
  starting_ = false;
  const std::optional<RecoveredState> recovered = questions_.recovered ? questions_.recovered() : std::nullopt;
  if (recovered) {
    clock_->start(recovered->iteration, recovered->time);
    add(StepKind::begin_iteration);
    add_bins(recovery_bins);
  } else {
    add_bins(initial_bins);
  }
  if (!recovered)
    add_bins(first_bins);
  else if (!recovered->output_done)
    add_bins(recovered_bins);
}

void RunOrder::iterate(std::int64_t iteration) {
  clock_->begin(iteration);
  add(StepKind::begin_iteration);
  add(StepKind::cycle);
  add_dt_limits();
  add_bins_again(evolution_bins, evolution_);
  add_bins_again(output_bins, output_);
}

void RunOrder::output(std::int64_t iteration) {
  clock_->start(iteration);
  add_bins_again(output_bins, output_);
}

void RunOrder::end(bool with_output) {
  if (with_output) add_bins(last_output_bins, true);
  add(StepKind::end_iterations);
  add_bins(end_bins);
}

const std::vector<Step>& RunOrder::next(bool answer) {
  while (true) {
    bin_.set_clock(clock_->now(), clock_->passed());
    const std::vector<Step>& steps = bin_.next(answer);
    if (!steps.empty()) return steps;
    if (n_done_ == parts_.size()) {
      parts_.clear();
      n_done_ = 0;
      if (starting_) finish_start();
    }
    steps_.clear();
    if (parts_.empty()) return steps_;
    const Part& part = parts_[n_done_++];
    if (part.bin == nullptr) {
      steps_.push_back(part.step);
      steps_.back().clock = clock_->now();
      return steps_;
    }
    bin_.start(*part.bin, clock_->now(), part.at_end, clock_->passed());
  }
}

void RunOrder::add(StepKind kind) { parts_.push_back({.step = {.kind = kind, .clock = {}}}); }

void RunOrder::add_dt_limits() {
  for (const DtLimit& limit : schedule_.dt_limits()) {
    if (limit.variables.empty() && !clock_->adapts()) continue;
    add(StepKind::limit_dt);
    Step& step = parts_.back().step;
    step.name = &limit.name;
    step.limit = &limit;
  }
  if (clock_->adapts()) add(StepKind::choose_dt);
}

void RunOrder::add_bins(const auto& bins, bool at_end) {
  for (const std::string_view bin : bins)
    if (writes_ || !has_bin(writing_bins, bin)) parts_.push_back({.bin = &schedule_.bin(bin), .at_end = at_end});
}

void RunOrder::add_bins_again(const auto& bins, std::vector<const Schedule::BinItems*>& found) {
  if (found.empty()) {
    const std::size_t before = parts_.size();
    add_bins(bins);
    for (std::size_t n = before; n < parts_.size(); ++n) found.push_back(parts_[n].bin);
    return;
  }
  for (const Schedule::BinItems* const bin : found) parts_.push_back({.bin = bin});
}

} // namespace nopal
