#include "driver/plan/epochs_plan.hpp"

#include "driver/setup/epochs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace nopal {

namespace {

/// A plan looks at no more iterations than this.
constexpr std::int64_t most_iterations = 1000;
constexpr std::size_t most_lines = 20;

/// Adds a sequence, or counts it if it is the last one again.
void add(std::vector<EpochSequence>& sequences, EpochSequence next) {
  if (!sequences.empty() && sequences.back().lengths == next.lengths && sequences.back().end == next.end)
    ++sequences.back().times;
  else
    sequences.push_back(std::move(next));
}

/// "30 x 32 + 20 + 20"
std::string lengths_text(const std::vector<int>& lengths) {
  std::string text;
  for (auto first = lengths.begin(); first != lengths.end();) {
    const auto next = std::find_if(first, lengths.end(), [&](int length) { return length != *first; });
    const std::string separator = text.empty() ? "" : " + ";
    if (next - first > 2)
      text += fmt::format("{}{} x {}", separator, next - first, *first);
    else
      for (auto each = first; each != next; ++each) text += fmt::format("{}{}", text.empty() ? "" : " + ", *each);
    first = next;
  }
  return text;
}

std::string text(const EpochSequence& sequence) {
  if (!sequence.has_epochs()) return fmt::format("no epoch, because of {}", sequence.end);
  return fmt::format("epochs of {} iterations{}", lengths_text(sequence.lengths),
                     sequence.end.empty() ? "" : fmt::format(", ended by {}", sequence.end));
}

} // namespace

std::int64_t EpochSequence::last() const {
  return first + times * std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) - 1;
}

EpochsPlan plan_epochs(const RunDescription& run, bool with_device) {
  const auto given = static_cast<int>(run.description.parameters.integer("driver::blocking_factor"));
  EpochsPlan plan{.most = given > 0 ? given : largest_automatic_factor, .run_chooses = given == 0};
  plan.why_none = plan.most == 1 ? "driver.blocking_factor is 1" : why_no_epochs(run, with_device);
  if (!plan.why_none.empty()) return plan;
  const EpochMaker maker = epoch_maker(run);
  const std::int64_t last = run.limits.iterations;
  const std::int64_t end = last < 0 ? most_iterations : std::min(last, most_iterations);
  EpochSequence sequence;
  while (plan.walked < end) {
    const RunEpoch made = maker.make(plan.walked + 1, plan.most, last);
    sequence.lengths.push_back(std::max(1, made.steps.iterations));
    plan.walked += sequence.lengths.back();
    sequence.end = made.steps.end.empty() && plan.walked == last ? "the end of the run" : made.steps.end;
    if (sequence.end.empty() && plan.walked < end) continue;
    add(plan.sequences, std::move(sequence));
    sequence = {.first = plan.walked + 1};
  }
  plan.is_whole = plan.walked == last;
  return plan;
}

std::string epochs_text(const EpochsPlan& plan) {
  if (plan.most == 1) return {};
  if (!plan.why_none.empty()) return fmt::format("no epochs: {}\n", plan.why_none);
  std::string lines = fmt::format("epochs, with {} iterations at most{}:\n", plan.most,
                                  plan.run_chooses ? "; the run may choose fewer, or none" : "");
  const std::size_t shown = std::min(plan.sequences.size(), most_lines);
  for (std::size_t n = 0; n < shown; ++n) {
    const EpochSequence& each = plan.sequences[n];
    lines += fmt::format("  iterations {} to {}{}: {}\n", each.first, each.last(),
                         each.times > 1 ? fmt::format(", {} times", each.times) : "", text(each));
  }
  if (shown < plan.sequences.size() || !plan.is_whole)
    lines += fmt::format("  from iteration {} on in the same way, or by other routines that are due\n",
                         shown > 0 ? plan.sequences[shown - 1].last() + 1 : 1);
  return lines;
}

} // namespace nopal
