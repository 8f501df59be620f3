#include "core/check/stencil_check.hpp"

#include "core/schedule/clause_text.hpp"
#include "core/schedule/stencil_vertical.hpp"
#include "core/stencils/vertical_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

class StencilCheck {
public:
  StencilCheck(const Variables& variables, const Parameters& parameters, const Domain& domain, const Routine& routine,
               std::vector<Finding>& findings)
      : variables_(variables), parameters_(parameters), domain_(domain), routine_(routine), stencil_(*routine.stencil),
        findings_(findings) {}

  void run() {
    check_unasked();
    if (!stencil_.vertical) return;
    const std::vector<long> positions = splitter_positions(stencil_, parameters_, domain_);
    const ErrorList misplaced = check_positions(stencil_.axis, positions);
    for (const std::string& message : misplaced.messages()) add_error(routine_.where, message);
    if (std::is_sorted(positions.begin(), positions.end()) && check_intervals(positions)) check_reads(positions);
  }

private:
  void check_unasked() {
    for (const StencilPhase& phase : stencil_.phases)
      for (const StageUse& use : phase.propagation.unasked) {
        const StencilStage& stage = stencil_.stages[phase.first + use.stage];
        const std::string& name = phase.chain.variables[use.variable].name;
        findings_.push_back(
            {Severity::warning, routine_.full_name(), stage.where,
             fmt::format("has the stage \"{}\", which writes {}, but no result of the stencil depends on these values",
                         stage.name, name),
             fmt::format("let a later stage read {}, or remove it from this stage", name)});
      }
  }

  /// Returns whether there is room for the intervals of all stages.
  bool check_intervals(const std::vector<long>& positions) {
    bool room = true;
    for (const StencilStage& stage : stencil_.stages) {
      if (!stage.has_intervals) continue;
      std::vector<VerticalInterval> intervals;
      for (const IntervalKernel& kernel : stage.kernels) intervals.push_back(kernel.interval);
      const ErrorList crowded = check_room(stencil_.axis, intervals, positions);
      for (const std::string& message : crowded.messages())
        add_error(stage.where, fmt::format("stage \"{}\": {}", stage.name, message));
      room = room && crowded.empty();
    }
    return room;
  }

  void check_reads(const std::vector<long>& positions) {
    for (const OutsideRead& outside : outside_reads(stencil_, positions)) {
      const StencilRead& read = stencil_.stages[outside.stage].reads[outside.read];
      add_error(read.where,
                outside_text(stencil_, outside, name(read.slot), variables_.group_of(read.slot.variable).temporary));
    }
    for (int s = 0; s < static_cast<int>(stencil_.stages.size()) && domain_.exists(2); ++s) {
      const StencilStage& stage = stencil_.stages[s];
      if (stage.region != Region::interior || !stencil_.computed(s)) continue;
      for (int read = 0; read < static_cast<int>(stage.reads.size()); ++read)
        check_depth(stage, stage.reads[read], beyond_axis(stage, read, positions));
    }
  }

  void check_depth(const StencilStage& stage, const StencilRead& read, const BeyondAxis& beyond) {
    const long far = std::max(beyond.below, beyond.above);
    const bool periodic = domain_.periodic(2);
    const long stored = periodic ? domain_.spec().ghosts : domain_.spec().boundary_width;
    if (far <= stored || variables_.group_of(read.slot.variable).temporary) return;
    findings_.push_back({Severity::error, routine_.full_name(), read.where,
                         fmt::format("reads {}{} in the stage \"{}\", {} points {} axis k, but {} {} wide",
                                     name(read.slot), read.extent.text(), stage.name, far,
                                     beyond.above == far ? "beyond the upper end of" : "beyond the lower end of",
                                     periodic ? "ghost zones are" : "the outer boundary is", stored),
                         fmt::format("set driver.{}: {}", periodic ? "ghosts" : "boundary_width", far)});
  }

  void add_error(const Location& where, const std::string& message) {
    std::string values;
    for (const std::string& points : stencil_.splitter_points)
      values += fmt::format("{}{} is {}", values.empty() ? "" : ", ", points, parameters_.integer(points));
    findings_.push_back(
        {Severity::error, routine_.full_name(), where,
         fmt::format("does not fit the grid of this run: {}{}", message, values.empty() ? "" : " (" + values + ")"),
         ""});
  }

  std::string name(Slot slot) const { return clause_name(variables_, routine_.thorn, slot); }

  const Variables& variables_;
  const Parameters& parameters_;
  const Domain& domain_;
  const Routine& routine_;
  const Stencil& stencil_;
  std::vector<Finding>& findings_;
};

} // namespace

std::vector<Finding> check_stencils(const Schedule& schedule, const Variables& variables, const Parameters& parameters,
                                    const Domain& domain) {
  std::vector<Finding> findings;
  const std::set<int> callable = schedule.callable();
  for (const Routine& routine : schedule.routines())
    if (routine.is_stencil() && callable.contains(routine.id))
      StencilCheck(variables, parameters, domain, routine, findings).run();
  return findings;
}

} // namespace nopal
