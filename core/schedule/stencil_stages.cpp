#include "core/schedule/stencil_stages.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

class StageReader {
public:
  StageReader(const Names& names, const ThornDeclaration& thorn, const Routine& routine,
              const std::vector<Routine>& routines, ErrorList& errors)
      : names_(names), thorn_(thorn), routine_(routine), routines_(routines), errors_(errors) {}

  Stencil read(const ItemDeclaration& item) {
    read_splitters();
    for (std::size_t s = 0; s < item.stages.size(); ++s) read_stage(item.stages[s], static_cast<int>(s));
    return std::move(stencil_);
  }

private:
  // The declaration has been checked alone. Here the parameter may belong to another thorn.
  void read_splitters() {
    std::vector<std::string> between;
    for (const SplitterDeclaration& splitter : thorn_.splitters) {
      between.push_back(splitter.name);
      const ParameterDeclaration* const points = names_.parameter(thorn_, splitter.points, splitter.where, errors_);
      if (points == nullptr) continue;
      const std::string name = points->full_name();
      if (points->type != ParameterType::integer || points->is_array)
        errors_.add(splitter.where, fmt::format("splitter \"{}\": {} is {}, expected an int parameter: the number of "
                                                "points below the splitter",
                                                splitter.name, name, points->allowed()));
      else if (points->steerable == Steerable::always)
        errors_.add(splitter.where,
                    fmt::format("splitter \"{}\": {} may change during a run, but a splitter stays where "
                                "it is: write \"steerable: recover\" or \"steerable: never\"",
                                splitter.name, name));
      stencil_.splitter_points.push_back(name);
    }
    stencil_.axis = VerticalAxis(between);
  }

  void read_stage(const StageDeclaration& declaration, int number) {
    StencilStage stage;
    stage.name = declaration.name;
    stage.order = declaration.order;
    stage.where = declaration.where;
    stage_ = &stage;
    for (const StageKernel& kernel : declaration.kernels) add_kernel(kernel, number);
    std::sort(stage.kernels.begin(), stage.kernels.end(),
              [](const IntervalKernel& a, const IntervalKernel& b) { return a.interval < b.interval; });
    add_clauses(routines_[stage.kernels.front().routine]);
    stencil_.vertical = stencil_.vertical || stage.has_intervals || stage.order != VerticalOrder::parallel;
    stencil_.stages.push_back(std::move(stage));
  }

  void add_kernel(const StageKernel& declaration, int number) {
    const auto kernel = std::find_if(routines_.begin(), routines_.end(), [&](const Routine& each) {
      return each.thorn == routine_.thorn && each.name == declaration.kernel && each.stage == number &&
             each.launchers == std::vector{routine_.id};
    });
    NOPAL_ASSERT(kernel != routines_.end());
    stage_->has_intervals = !declaration.interval.empty();
    stage_->kernels.push_back(
        {stage_->has_intervals ? stencil_.axis.parse_interval(declaration.interval) : stencil_.axis.whole(), kernel->id,
         declaration.where});
  }

  void add_clauses(const Routine& kernel) {
    for (const Clause& clause : kernel.reads) {
      if (!is_grid_function(clause)) continue;
      refuse_region_of_temporary(clause, "reads");
      stage_->reads.push_back({.slot = clause.slot,
                               .extent = clause.extent.value_or(Extent{}),
                               .declared = clause.extent.has_value(),
                               .region = clause.region,
                               .where = clause.where});
    }
    for (const Clause& clause : kernel.writes) {
      if (!is_grid_function(clause)) {
        add(clause.where,
            fmt::format(" writes {}, which is {} {}: a stage writes grid functions only", name(clause),
                        group(clause).kind == GroupKind::array ? "an" : "a", to_string(group(clause).kind)));
        continue;
      }
      refuse_region_of_temporary(clause, "writes");
      stage_->writes.push_back(clause.slot);
    }
    for (StencilRead& read : stage_->reads)
      read.own = stage_->order != VerticalOrder::parallel && std::ranges::count(stage_->writes, read.slot) > 0;
    find_region(kernel.writes);
  }

  // The region of all outputs that are not temporary.
  void find_region(const std::vector<Clause>& writes) {
    const Clause* first = nullptr;
    for (const Clause& clause : writes) {
      if (!is_grid_function(clause) || group(clause).temporary) continue;
      const Region region = any(clause.region) ? clause.region : Region::interior;
      if (region != Region::interior && region != Region::boundary) {
        add(clause.where,
            fmt::format(" writes {0}({1}): make two stages, one that writes {0}(interior) and a later one "
                        "that writes {0}(boundary)",
                        name(clause), to_string(region)));
      } else if (first == nullptr) {
        first = &clause;
        stage_->region = region;
      } else if (region != stage_->region) {
        add(clause.where,
            fmt::format(" writes {}({}) and {}({}): make two stages, one for the interior and a later one "
                        "for the boundary",
                        name(*first), to_string(stage_->region), name(clause), to_string(region)));
      }
    }
  }

  void refuse_region_of_temporary(const Clause& clause, const char* verb) {
    if (!group(clause).temporary || !any(clause.region)) return;
    add(clause.where, fmt::format(" {0} {1}({2}), but {1} is a temporary, which has no regions: write \"{1}\"", verb,
                                  name(clause), to_string(clause.region)));
  }

  const Group& group(const Clause& clause) const { return names_.variables().group_of(clause.slot.variable); }
  bool is_grid_function(const Clause& clause) const { return group(clause).kind == GroupKind::gf; }
  std::string name(const Clause& clause) const { return clause_name(names_.variables(), routine_.thorn, clause.slot); }

  /// `message` follows the name of the stage.
  void add(const Location& where, const std::string& message) {
    errors_.add(where, fmt::format("{}: stage \"{}\"{}", routine_.full_name(), stage_->name, message));
  }

  const Names& names_;
  const ThornDeclaration& thorn_;
  const Routine& routine_;
  const std::vector<Routine>& routines_;
  ErrorList& errors_;
  Stencil stencil_;
  StencilStage* stage_ = nullptr; ///< the one that is read now
};

} // namespace

Stencil declared_stencil(const Names& names, const ThornDeclaration& thorn, const ItemDeclaration& item,
                         const Routine& routine, const std::vector<Routine>& routines, ErrorList& errors) {
  return StageReader(names, thorn, routine, routines, errors).read(item);
}

} // namespace nopal
