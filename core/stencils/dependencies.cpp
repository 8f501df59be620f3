#include "core/stencils/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// Finds the bad dependencies of one variable.
class DependencySearch {
public:
  DependencySearch(const StageChain& chain, const Propagation& propagation, int variable)
      : chain_(chain), propagation_(propagation), variable_(variable), n_(static_cast<int>(chain.stages.size())) {}

  std::vector<BadDependency> all() const {
    std::vector<BadDependency> result = overwritten_reads();
    if (!result.empty() || chain_.variables[variable_].temporary) return result;
    for (int later = 0; later < n_; ++later)
      if (chain_.stages[later].writes_variable(variable_))
        for (const BadDependency& pair : uses_until(later))
          if (pair.used && pair.written && !(pair.used->is_zero() && pair.written->is_zero())) return {pair};
    return {};
  }

private:
  // Rule 1.
  std::vector<BadDependency> overwritten_reads() const {
    std::vector<BadDependency> result;
    for (int stage = 0; stage < n_; ++stage)
      for (const StageRead& read : chain_.stages[stage].reads) {
        if (read.variable != variable_ || read.extent.is_zero()) continue;
        int later = stage;
        while (later < n_ && !chain_.stages[later].writes_variable(variable_)) ++later;
        if (later < n_) result.push_back(pair(stage, read.extent, later));
      }
    return result;
  }

  // All reads and writes of the variable that come before the write of stage `later`.
  std::vector<BadDependency> uses_until(int later) const {
    std::vector<BadDependency> result;
    for (int stage = 0; stage <= later; ++stage) {
      for (const StageRead& read : chain_.stages[stage].reads)
        if (read.variable == variable_) result.push_back(pair(stage, read.extent, later));
      if (stage < later && chain_.stages[stage].writes_variable(variable_))
        result.push_back(pair(stage, std::nullopt, later));
    }
    return result;
  }

  BadDependency pair(int earlier, std::optional<Extent> read, int later) const {
    std::optional<Extent> used = propagation_.stages[earlier];
    if (used && read) used = *used + *read;
    return {variable_, earlier, later, read, used, propagation_.stages[later]};
  }

  const StageChain& chain_;
  const Propagation& propagation_;
  int variable_;
  int n_;
};

std::string on(const std::optional<Extent>& extent) {
  return extent ? " on " + extent->text() : " (but nothing asks for its results)";
}

} // namespace

std::vector<BadDependency> bad_dependencies(const StageChain& chain, const Propagation& propagation) {
  std::vector<BadDependency> result;
  for (int variable = 0; variable < static_cast<int>(chain.variables.size()); ++variable) {
    const std::vector<BadDependency> found = DependencySearch(chain, propagation, variable).all();
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

std::string bad_dependency_text(const StageChain& chain, const BadDependency& bad) {
  const std::string& variable = chain.variables[bad.variable].name;
  const std::string& earlier = chain.stages[bad.earlier].name;
  const std::string& later = chain.stages[bad.later].name;
  const bool around = bad.read && !bad.read->is_zero();
  if (around && bad.earlier == bad.later)
    return fmt::format("stage \"{0}\" reads {1}{2} and writes {1}{3}: it would read old values at some points and new "
                       "values at others. Let stage \"{0}\" write another variable",
                       later, variable, bad.read->text(), on(bad.written));
  const std::string in_all = bad.used && bad.used != bad.read ? ", in all on " + bad.used->text() + "," : "";
  if (around)
    return fmt::format(
        "stage \"{0}\" reads {1}{2}{3} and the later stage \"{4}\" writes {1}{5}: a stencil runs tile by "
        "tile, so stage \"{0}\" could read the new values at some points. Let stage \"{4}\" write another "
        "variable, or make two stencils and begin the second one with stage \"{4}\"",
        earlier, variable, bad.read->text(), in_all, later, on(bad.written));
  if (bad.earlier == bad.later)
    return fmt::format(
        "stage \"{0}\" reads {1} and writes {1}{2}, because later stages read its results around their "
        "point: a stencil runs tile by tile, so two tiles would update the same points. Let stage \"{0}\" "
        "write another variable, or make two stencils and end the first one with stage \"{0}\"",
        later, variable, on(bad.written));
  return fmt::format("stage \"{0}\" {1} {2}{3}, and the later stage \"{4}\" writes {2}{5}, because later stages read "
                     "results around their point: a stencil runs tile by tile, so the values of one tile would replace "
                     "those of another too early. Let stage \"{4}\" write another variable, or make two stencils and "
                     "begin the second one with stage \"{4}\"",
                     earlier, bad.read ? "reads" : "writes", variable, on(bad.used), later, on(bad.written));
}

} // namespace nopal
