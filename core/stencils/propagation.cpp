#include "core/stencils/propagation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// What is asked of the versions that exist before the stage that is visited next, and what has been found so far.
class Visitor {
public:
  explicit Visitor(const StageChain& chain) : chain_(chain), asked_(chain.variables.size()) {
    found_.stages.resize(chain.stages.size());
    found_.maps.resize(chain.stages.size());
    found_.accumulated.resize(chain.variables.size());
    found_.written.resize(chain.variables.size());
    for (const Stage& stage : chain.stages)
      for (const int variable : stage.writes)
        if (!chain.variables[variable].temporary) asked_[variable] = Extent{};
  }

  Propagation all() {
    for (int number = static_cast<int>(chain_.stages.size()) - 1; number >= 0; --number) visit(number);
    std::reverse(found_.unasked.begin(), found_.unasked.end());
    found_.inputs = std::move(asked_);
    return std::move(found_);
  }

private:
  void visit(int number) {
    const Stage& stage = chain_.stages[number];
    std::optional<Extent>& own = found_.stages[number];
    for (const int variable : stage.writes)
      if (asked_[variable]) own = mee(own, *asked_[variable]);
    for (auto write = stage.writes.rbegin(); write != stage.writes.rend(); ++write) {
      if (!asked_[*write]) found_.unasked.push_back({number, *write});
      asked_[*write].reset();
      if (own) found_.written[*write] = mee(found_.written[*write], *own);
    }
    if (own)
      for (const StageRead& read : stage.reads) ask(read.variable, *own + read.extent);
    found_.maps[number] = found_.accumulated;
  }

  void ask(int variable, const Extent& extent) {
    asked_[variable] = mee(asked_[variable], extent);
    found_.accumulated[variable] = mee(found_.accumulated[variable], extent);
  }

  const StageChain& chain_;
  std::vector<std::optional<Extent>> asked_;
  Propagation found_;
};

} // namespace

Propagation propagate(const StageChain& chain) { return Visitor(chain).all(); }

std::string unasked_text(const StageChain& chain, const StageUse& write) {
  const StageVariable& variable = chain.variables[write.variable];
  return fmt::format(
      "stage \"{}\" writes {}{}, but no result of the stencil depends on these values: let a later stage "
      "read them, or remove {} from this stage",
      chain.stages[write.stage].name, variable.temporary ? "the temporary " : "", variable.name, variable.name);
}

std::vector<StageUse> unwritten_reads(const StageChain& chain) {
  std::vector<StageUse> result;
  std::vector<bool> written(chain.variables.size(), false);
  for (int number = 0; number < static_cast<int>(chain.stages.size()); ++number) {
    for (const StageRead& read : chain.stages[number].reads) {
      const StageUse use{number, read.variable};
      if (chain.variables[read.variable].temporary && !written[read.variable] &&
          (result.empty() || result.back() != use))
        result.push_back(use);
    }
    for (const int variable : chain.stages[number].writes) written[variable] = true;
  }
  return result;
}

std::string unwritten_text(const StageChain& chain, const StageUse& read) {
  const std::string& variable = chain.variables[read.variable].name;
  const std::string& stage = chain.stages[read.stage].name;
  for (std::size_t later = read.stage + 1U; later < chain.stages.size(); ++later)
    if (const std::vector<int>& writes = chain.stages[later].writes;
        std::find(writes.begin(), writes.end(), read.variable) != writes.end())
      return fmt::format("stage \"{0}\" reads the temporary {1}, but stage \"{2}\" writes it only later: move stage "
                         "\"{2}\" before \"{0}\", or remove \"temporary: true\" from the group of {1}",
                         stage, variable, chain.stages[later].name);
  return fmt::format("stage \"{0}\" reads the temporary {1}, but no earlier stage of the stencil writes it: add "
                     "\"writes: [{1}]\" to a stage before \"{0}\", or remove \"temporary: true\" from the group of {1}",
                     stage, variable);
}

} // namespace nopal
