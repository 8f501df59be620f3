#include "core/schedule/schedule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

/// Prints the items of one bin.
class Printer {
public:
  Printer(const Variables& variables, const std::vector<Routine>& routines)
      : variables_(variables), routines_(routines) {}

  void print(const ScheduleNode& node, int depth) {
    const Routine* routine = node.routine >= 0 ? &routines_[node.routine] : nullptr;
    std::string title = node.name + ": " + kind(routine);
    if (routine != nullptr && routine->target != routine->name) title += " " + routine->target;
    if (routine != nullptr && routine->device) title += ", device";
    line(depth, title);
    if (!node.every.names_parameters() && node.every.number != 1)
      line(depth + 1, fmt::format("every {}", node.every.number));
    for (const std::string& parameter : {node.every.iterations, node.every.time})
      if (!parameter.empty()) line(depth + 1, "every " + parameter);
    if (!node.every.at_end.empty()) line(depth + 1, "at the end, if " + node.every.at_end);
    for (const Condition& condition : node.if_conditions) line(depth + 1, "if " + condition.text);
    for (const Condition& condition : node.while_conditions) line(depth + 1, "while " + condition.text);
    names(depth + 1, "trigger", node.trigger);
    if (routine != nullptr && routine->is_stencil()) stages(depth + 1, *routine);
    if (routine != nullptr) {
      list(depth + 1, "uses", routine->uses);
      clauses(depth + 1, "reads", routine->reads, Access::read);
      clauses(depth + 1, "reduces", routine->reads, Access::reduce);
      clauses(depth + 1, "interpolates", routine->reads, Access::interpolate);
      clauses(depth + 1, "writes", routine->writes, Access::write);
      if (routine->state == Access::read) line(depth + 1, "reads the state");
      if (routine->state == Access::write) line(depth + 1, "writes the state");
    }
    names(depth + 1, "storage", node.storage);
    for (const ScheduleNode& member : node.members) print(member, depth + 1);
    names(depth + 1, "sync", node.sync);
  }

  void print_launched(const Routine& kernel) {
    std::vector<std::string> launchers;
    for (const int id : kernel.launchers) launchers.push_back(routines_[id].full_name());
    ScheduleNode node;
    node.routine = kernel.id;
    node.name = kernel.full_name();
    print(node, 1);
    list(2, "launched by", launchers);
  }

  void line(int depth, const std::string& text) {
    text_ += std::string(2 * static_cast<std::size_t>(depth), ' ') + text + "\n";
  }
  const std::string& text() const { return text_; }

private:
  static const char* kind(const Routine* routine) {
    if (routine == nullptr) return "group";
    return routine->is_kernel ? "kernel" : routine->is_loop() ? "loop" : routine->is_stencil() ? "stencil" : "function";
  }

  void stages(int depth, const Routine& routine) {
    const Stencil& stencil = *routine.stencil;
    for (int s = 0; s < static_cast<int>(stencil.stages.size()); ++s) {
      const StencilStage& stage = stencil.stages[s];
      const std::optional<Extent> computed = stencil.computed(s);
      const char* const orders[] = {"", ", forward", ", backward"};
      line(depth, fmt::format("stage {} on {}{}", stage.name,
                              !computed                          ? "nothing"
                              : stage.region == Region::boundary ? "the boundary"
                                                                 : computed->text(),
                              orders[static_cast<int>(stage.order)]));
      for (const IntervalKernel& kernel : stage.kernels) {
        const std::string name = routines_[kernel.routine].target;
        line(depth + 1, "kernel " + name + (stage.has_intervals ? " on " + stencil.axis.text(kernel.interval) : ""));
      }
      const Routine& kernel = routines_[stage.kernels.front().routine];
      clauses(depth + 1, "reads", kernel.reads, Access::read);
      clauses(depth + 1, "writes", kernel.writes, Access::write);
    }
  }

  void list(int depth, const std::string& title, const std::vector<std::string>& parts) {
    if (!parts.empty()) line(depth, fmt::format("{} {}", title, fmt::join(parts, ", ")));
  }

  void names(int depth, const std::string& title, const std::vector<int>& variables) {
    std::vector<std::string> parts;
    for (const int variable : variables) parts.push_back(variables_.full_name(variable));
    list(depth, title, parts);
  }

  void clauses(int depth, const std::string& title, const std::vector<Clause>& all, Access access) {
    std::vector<std::string> parts;
    for (const Clause& clause : all)
      if (clause.access == access)
        parts.push_back(variables_.text(clause.slot) + (clause.extent ? clause.extent->text() : "") + "(" +
                        to_string(clause.region) + ")" + (clause.keeps_others() ? " at some points" : ""));
    list(depth, title, parts);
  }

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  std::string text_;
};

} // namespace

std::string Schedule::text() const {
  Printer printer(*variables_, routines_);
  for (const Bin& bin : bins_) {
    if (nodes(bin.name).empty()) continue;
    printer.line(0, bin.name);
    for (const ScheduleNode& node : nodes(bin.name)) printer.print(node, 1);
  }
  const auto is_launched = [](const Routine& routine) { return !routine.launchers.empty() && routine.stage < 0; };
  if (std::any_of(routines_.begin(), routines_.end(), is_launched)) printer.line(0, "launched by functions");
  for (const Routine& routine : routines_)
    if (is_launched(routine)) printer.print_launched(routine);
  return printer.text();
}

} // namespace nopal
