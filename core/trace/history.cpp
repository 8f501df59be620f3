#include "core/trace/history.hpp"

#include "core/trace/repetition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>

namespace nopal {

namespace {

/// Something that happened to the variable.
struct Step {
  HistoryMoment when;
  std::string label;
  std::vector<std::string> parts;
};

std::string label_of_copy(const HistoryCopy& copy) {
  if (copy.cause == "routine") return (copy.moments ? "reduced for " : "read by ") + copy.by;
  if (copy.cause == "sync") return "sync of " + copy.by;
  if (copy.cause == "copyback") return "copyback";
  if (copy.cause == "hook") return "requested by " + copy.by;
  return "copied after " + copy.by + " (not counted)";
}

std::string label_of_change(const HistoryChange& change) {
  if (change.hook == "pre_call_function") return "read by " + change.by;
  if (change.hook == "post_call_function") return "written by " + change.by;
  if (change.hook == "pre_sync" || change.hook == "post_sync") return "sync of " + change.by;
  if (change.hook == "cycle") return "cycle of timelevels";
  if (change.hook == "copyback") return "copyback";
  if (change.hook == "require_valid_data" || change.hook == "require_invalid_data") return "requested by " + change.by;
  return change.by.empty() ? change.hook : change.hook + " by " + change.by;
}

class Historian {
public:
  explicit Historian(const VariableHistory& history)
      : history_(history), short_name_(history.name.substr(history.name.rfind(':') + 1)) {}

  std::vector<std::string> lines() {
    heading();
    missing_ranks();
    if (history_.copies.empty() && history_.changes.empty()) {
      if (history_.missing_ranks.empty()) lines_.emplace_back("nothing happened to it while the run was traced");
      return lines_;
    }
    told_once();
    at_the_end();
    totals();
    return lines_;
  }

private:
  std::string slot(int timelevel) const { return fmt::format("{}@{}", short_name_, timelevel); }
  /// Returns "what (region)". Scalars and arrays have one region, so it is left out.
  std::string with_region(const std::string& what, const std::string& region) const {
    return history_.kind != "gf" || region.empty() ? what : fmt::format("{} ({})", what, region);
  }

  void heading() {
    const bool timelevels = history_.timelevels > 1;
    lines_.push_back(fmt::format("{}: {}{}; {}, iterations 0 to {}, {} rank{}, device {}", history_.name, history_.kind,
                                 timelevels ? fmt::format(", {} timelevels", history_.timelevels) : "",
                                 history_.parfile, history_.last_iteration, history_.ranks,
                                 history_.ranks == 1 ? "" : "s", history_.device));
  }

  void missing_ranks() {
    const std::vector<int>& ranks = history_.missing_ranks;
    if (ranks.empty()) return;
    const bool one = ranks.size() == 1;
    lines_.push_back(fmt::format("the trace has no events of rank{} {}, because the run ended before {} wrote them{}",
                                 one ? "" : "s", fmt::join(ranks, ", "), one ? "this rank" : "these ranks",
                                 ranks.front() == 0 ? "; so it does not say where data were valid" : ""));
  }

  // Adds up the copies of all ranks in the same step of the run.
  std::vector<Step> copies() const {
    struct Sum {
      HistoryMoment when;
      std::int64_t bytes = 0;
    };
    using Key = std::tuple<std::int64_t, std::string, std::string, bool, bool, bool, int, std::string>;
    std::map<Key, Sum> sums;
    for (const HistoryCopy& copy : history_.copies) {
      const Key key{copy.when.iteration, copy.when.bin, label_of_copy(copy), copy.to_device,
                    copy.moments,        copy.points,   copy.timelevel,      copy.region};
      Sum& sum = sums.try_emplace(key, Sum{copy.when}).first->second;
      if (copy.when.event < sum.when.event) sum.when = copy.when;
      sum.bytes += copy.bytes;
    }
    std::vector<Step> steps;
    for (const auto& [key, sum] : sums) {
      const auto& [iteration, bin, label, to_device, moments, points, timelevel, region] = key;
      const std::string what = (moments          ? "moments of "
                                : points         ? "points of "
                                : region.empty() ? "strips of "
                                                 : "") +
                               with_region(slot(timelevel), region);
      steps.push_back({sum.when,
                       label,
                       {fmt::format("{} {}, {} bytes", what, to_device ? "host->device" : "device->host", sum.bytes)}});
    }
    return steps;
  }

  /// Returns the changes of one event: "phi@0, phi@1 (interior) valid on the device".
  std::vector<std::string> told_together(std::span<const HistoryChange> changes) const {
    using Key = std::tuple<std::string, std::string, std::string>; // place, words, region
    std::vector<std::pair<Key, std::vector<std::string>>> slots;
    const auto say = [&](const HistoryChange& change, Region region, const char* words) {
      if (!any(region)) return;
      Key key{change.place, words, to_string(region)};
      auto found = std::find_if(slots.begin(), slots.end(), [&](const auto& each) { return each.first == key; });
      if (found == slots.end()) found = slots.emplace(slots.end(), std::move(key), std::vector<std::string>());
      found->second.push_back(slot(change.timelevel));
    };
    for (const HistoryChange& change : changes) {
      say(change, change.after - change.before, "valid");
      say(change, change.before - change.after, "no longer valid");
      if (change.after == change.before) say(change, change.after, "valid as before");
    }
    std::vector<std::string> parts;
    for (const auto& [key, names] : slots) {
      const auto& [place, words, region] = key;
      parts.push_back(
          fmt::format("{} {} on the {}", with_region(fmt::format("{}", fmt::join(names, ", ")), region), words, place));
    }
    return parts;
  }

  std::vector<Step> steps() const {
    std::vector<Step> all = copies();
    if (history_.timelevels > 1)
      for (const HistoryMoment& cycle : history_.cycles)
        all.push_back({cycle, "cycle of timelevels", {"timelevels move up, " + slot(0) + " is valid nowhere"}});
    const std::vector<HistoryChange>& changes = history_.changes;
    for (auto first = changes.begin(); first != changes.end();) {
      const auto last = std::find_if(
          first, changes.end(), [&](const HistoryChange& change) { return change.when.event != first->when.event; });
      if (first->hook != "cycle") all.push_back({first->when, label_of_change(*first), told_together({first, last})});
      first = last;
    }
    std::stable_sort(all.begin(), all.end(), [](const Step& a, const Step& b) { return a.when.event < b.when.event; });
    std::vector<Step> joined;
    for (Step& step : all) {
      const bool more = !joined.empty() && joined.back().label == step.label &&
                        joined.back().when.iteration == step.when.iteration && joined.back().when.bin == step.when.bin;
      if (!more)
        joined.push_back(std::move(step));
      else
        joined.back().parts.insert(joined.back().parts.end(), step.parts.begin(), step.parts.end());
    }
    return joined;
  }

  void told_once() {
    std::vector<IterationLines> iterations;
    for (const Step& step : steps()) {
      if (iterations.empty() || iterations.back().iteration != step.when.iteration)
        iterations.push_back({step.when.iteration, {}});
      const std::string bin = step.when.bin.empty() ? "" : step.when.bin + ": ";
      const std::string what = step.parts.empty() ? "timelevels move up, nothing else changes"
                                                  : fmt::format("{}", fmt::join(step.parts, "; "));
      iterations.back().lines.push_back(fmt::format("{}{}: {}", bin, step.label, what));
    }
    for (std::string& line : without_repetition(iterations)) lines_.push_back(std::move(line));
  }

  void at_the_end() {
    // The valid regions, by timelevel and place. A cycle moves them to the next timelevel.
    std::vector<std::map<std::string, Region>> valid(static_cast<std::size_t>(history_.timelevels));
    auto cycle = history_.cycles.begin();
    const auto cycle_until = [&](std::int64_t event) {
      for (; cycle != history_.cycles.end() && cycle->event <= event; ++cycle)
        std::rotate(valid.begin(), valid.end() - 1, valid.end());
    };
    for (const HistoryChange& change : history_.changes) {
      cycle_until(change.when.event);
      valid.at(static_cast<std::size_t>(change.timelevel))[change.place] = change.after;
    }
    cycle_until(std::numeric_limits<std::int64_t>::max());
    lines_.emplace_back("at the end");
    for (int timelevel = 0; timelevel < history_.timelevels; ++timelevel) {
      std::string text;
      for (const auto& [place, region] : valid[static_cast<std::size_t>(timelevel)])
        if (any(region)) text += (text.empty() ? "" : ", ") + with_region("on the " + place, to_string(region));
      lines_.push_back(fmt::format("  {} is valid {}", slot(timelevel), text.empty() ? "nowhere" : text));
    }
  }

  void totals() {
    if (history_.copies.empty()) {
      lines_.emplace_back("it was never copied between host and device");
      return;
    }
    TraceSummary sum;
    std::int64_t bytes = 0;
    double microseconds = 0;
    for (const HistoryCopy& copy : history_.copies) {
      TraceSummary::Copies& copies = sum.copies[{copy.cause + (copy.by.empty() ? "" : " " + copy.by), history_.name}];
      ++(copy.to_device ? copies.to_device : copies.to_host);
      (copy.to_device ? copies.to_device_bytes : copies.to_host_bytes) += copy.bytes;
      copies.time += static_cast<std::int64_t>(copy.microseconds * 1e3);
      bytes += copy.bytes;
      microseconds += copy.microseconds;
    }
    lines_.push_back(fmt::format("it cost {} copies, {} bytes, {:.4f} s{}", history_.copies.size(), bytes,
                                 microseconds * 1e-6,
                                 history_.ranks == 1 ? "" : fmt::format(", sums over {} ranks", history_.ranks)));
    for (std::string& line : copy_lines(sum)) lines_.push_back(std::move(line));
  }

  const VariableHistory& history_;
  std::string short_name_;
  std::vector<std::string> lines_;
};

} // namespace

std::vector<std::string> history_lines(const VariableHistory& history) { return Historian(history).lines(); }

} // namespace nopal
