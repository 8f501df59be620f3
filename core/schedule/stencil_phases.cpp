#include "core/schedule/stencil_phases.hpp"

#include "core/base/contains.hpp"
#include "core/schedule/clause_text.hpp"
#include "core/schedule/stencil_vertical.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Makes the chain of one phase.
class ChainBuilder {
public:
  ChainBuilder(const Stencil& stencil, const Variables& variables, const std::string& thorn, StencilPhase& phase)
      : stencil_(stencil), variables_(variables), thorn_(thorn), phase_(phase) {}

  void build() {
    for (int s = phase_.first; s < phase_.last; ++s) add(stencil_.stages[s]);
  }

private:
  void add(const StencilStage& declared) {
    Stage stage{declared.name, {}, {}};
    for (const StencilRead& read : declared.reads)
      if (const int variable = this->variable(read.slot); !read.own)
        stage.reads.push_back({variable, propagated(read.extent)});
    for (const Slot slot : declared.writes) {
      stage.writes.push_back(variable(slot));
      if (keeps_earlier_values(declared, slot, stage)) stage.reads.push_back({stage.writes.back(), {}});
    }
    phase_.chain.stages.push_back(std::move(stage));
  }

  int variable(Slot slot) {
    const auto found = std::find(phase_.slots.begin(), phase_.slots.end(), slot);
    if (found != phase_.slots.end()) return static_cast<int>(found - phase_.slots.begin());
    phase_.slots.push_back(slot);
    phase_.chain.variables.push_back(
        {clause_name(variables_, thorn_, slot), variables_.group_of(slot.variable).temporary});
    return static_cast<int>(phase_.slots.size()) - 1;
  }

  Extent propagated(Extent extent) const {
    if (stencil_.vertical) extent.lower[2] = extent.upper[2] = 0;
    return extent;
  }

  // If the intervals of a stage leave out a part of the axis, the values of before the stage stay there. So the stage
  // counts as a reader of these values. It does not if there are none, because it is the first one to write, and later
  // stages write what it leaves out.
  bool keeps_earlier_values(const StencilStage& declared, Slot slot, const Stage& stage) const {
    if (declared.region != Region::interior || !leaves_out_points(stencil_, declared)) return false;
    const int variable = stage.writes.back();
    if (std::any_of(stage.reads.begin(), stage.reads.end(),
                    [&](const StageRead& read) { return read.variable == variable; }))
      return false;
    const std::vector<Stage>& earlier = phase_.chain.stages;
    return std::any_of(earlier.begin(), earlier.end(),
                       [&](const Stage& other) { return contains(other.writes, variable); }) ||
           (!phase_.chain.variables[variable].temporary && !is_written_everywhere(stencil_, slot));
  }

  const Stencil& stencil_;
  const Variables& variables_;
  const std::string& thorn_;
  StencilPhase& phase_;
};

void add_temporaries(const StencilPhase& phase, std::vector<StencilTemporary>& temporaries) {
  for (std::size_t v = 0; v < phase.slots.size(); ++v) {
    const std::optional<Extent>& written = phase.propagation.written[v];
    if (!phase.chain.variables[v].temporary || !written) continue;
    const auto known = std::find_if(temporaries.begin(), temporaries.end(), [&](const StencilTemporary& temporary) {
      return temporary.variable == phase.slots[v].variable;
    });
    if (known == temporaries.end())
      temporaries.push_back({phase.slots[v].variable, *written});
    else
      known->written = mee(known->written, *written);
  }
}

} // namespace

void set_phases(Stencil& stencil, const Variables& variables, const std::string& thorn) {
  stencil.phases.clear();
  stencil.temporaries.clear();
  const int n = static_cast<int>(stencil.stages.size());
  for (int first = 0, last = 0; first < n; first = last) {
    const auto is_interior = [&](int s) { return stencil.stages[s].region == Region::interior; };
    for (last = first + 1; is_interior(first) && last < n && is_interior(last);) ++last;
    StencilPhase phase;
    phase.first = first;
    phase.last = last;
    ChainBuilder(stencil, variables, thorn, phase).build();
    phase.propagation = propagate(phase.chain);
    add_temporaries(phase, stencil.temporaries);
    stencil.phases.push_back(std::move(phase));
  }
}

} // namespace nopal
