#include "driver/setup/epochs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace nopal {

namespace {

/// The text looks at no more iterations than this.
constexpr std::int64_t iterations_shown = 1000;
constexpr std::size_t most_lines = 20;

/// Epochs up to one that something ends. An empty `end`: up to the last one that the text looks at.
struct Sequence {
  std::vector<int> iterations; ///< of each epoch; 1: an iteration without epoch
  std::string end;

  bool operator==(const Sequence&) const = default;
  std::int64_t length() const {
    std::int64_t sum = 0;
    for (const int n : iterations) sum += n;
    return sum;
  }
};

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

std::string text(const Sequence& sequence) {
  if (sequence.iterations == std::vector<int>{1}) return fmt::format("no epoch, because of {}", sequence.end);
  return fmt::format("epochs of {} iterations{}", lengths_text(sequence.iterations),
                     sequence.end.empty() ? "" : fmt::format(", ended by {}", sequence.end));
}

} // namespace

std::string why_no_epochs(const RunDescription& run, bool with_device) {
  const Parameters& parameters = run.description.parameters;
  if (with_device) return "the run has a device, which does not compute epochs yet";
  for (const char* name : {"poison", "guard"})
    if (parameters.boolean(fmt::format("accelerator::{}", name)))
      return fmt::format("accelerator.{} looks at the data after each routine", name);
  if (run.line.compare_plan) return "--compare-plan compares iteration by iteration";
  return {};
}

EpochPart epoch_part(const RunDescription& run, int rank) {
  EpochPart part{.owned = run.decomposition->owned(rank)};
  const Box stored = run.decomposition->stored(rank);
  for (int axis = 0; axis < 3; ++axis) {
    part.lower[axis] = stored.lower[axis] < part.owned.lower[axis];
    part.upper[axis] = stored.upper[axis] > part.owned.upper[axis];
  }
  return part;
}

EpochMaker epoch_maker(const RunDescription& run, EpochPlace place) {
  return {run.description.variables, run.description.schedule, *run.decomposition,
          [&kernels = *run.kernels](const Routine& routine) -> const BoundKernel& { return kernels.of(routine); },
          place};
}

std::string epochs_text(const RunDescription& run, bool with_device) {
  const auto factor = static_cast<int>(run.description.parameters.integer("driver::blocking_factor"));
  if (factor == 1) return {};
  if (const std::string why = why_no_epochs(run, with_device); !why.empty()) return fmt::format("no epochs: {}\n", why);
  const EpochMaker maker = epoch_maker(run);
  const std::int64_t last = run.limits.iterations;
  const std::int64_t shown = last < 0 ? iterations_shown : std::min(last, iterations_shown);
  std::vector<std::pair<Sequence, int>> sequences; // how often each follows itself
  Sequence sequence;
  for (std::int64_t first = 1; first <= shown;) {
    const RunEpoch made = maker.make(first, factor > 0 ? factor : largest_automatic_factor, last);
    const int n = std::max(1, made.steps.iterations);
    sequence.iterations.push_back(n);
    first += n;
    if (made.steps.end.empty() && first != last + 1) continue;
    sequence.end = made.steps.end.empty() ? "the end of the run" : made.steps.end;
    if (!sequences.empty() && sequences.back().first == sequence)
      ++sequences.back().second;
    else
      sequences.emplace_back(sequence, 1);
    sequence = {};
  }
  if (!sequence.iterations.empty()) sequences.emplace_back(sequence, 1);
  std::string lines = factor > 0
                          ? fmt::format("epochs, with {} iterations at most:\n", factor)
                          : fmt::format("epochs, with {} iterations at most; the run may choose fewer, or none:\n",
                                        largest_automatic_factor);
  std::int64_t first = 1;
  for (std::size_t n = 0; n < sequences.size() && n < most_lines; ++n) {
    const auto& [each, times] = sequences[n];
    const std::int64_t end = first + each.length() * times - 1;
    lines += fmt::format("  iterations {} to {}{}: {}\n", first, end, times > 1 ? fmt::format(", {} times", times) : "",
                         text(each));
    first = end + 1;
  }
  if (first != last + 1)
    lines += fmt::format("  from iteration {} on in the same way, or by other routines that are due\n", first);
  return lines;
}

} // namespace nopal
