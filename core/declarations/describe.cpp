#include "core/base/assert.hpp"
#include "core/declarations/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace nopal {

namespace {

std::string indented(const std::string& text) { return text.empty() ? "" : "      " + text + "\n"; }

// "  key: value, value"; empty without values.
std::string line(const std::string& key, const std::vector<std::string>& values) {
  return values.empty() ? "" : fmt::format("      {}: {}\n", key, fmt::join(values, ", "));
}
std::string line(const std::string& key, const std::string& value) {
  return value.empty() ? "" : fmt::format("      {}: {}\n", key, value);
}

std::string describe(const ParameterDeclaration& parameter) {
  std::string text = fmt::format("  {}: {}", parameter.name, parameter.allowed());
  text += parameter.default_value ? fmt::format(" (default {})", parameter.text(*parameter.default_value))
                                  : " (must be set)";
  if (!parameter.unit.empty()) text += fmt::format(" [{}]", parameter.unit);
  if (parameter.steerable == Steerable::recover) text += ", steerable on recovery";
  if (parameter.steerable == Steerable::always) text += ", steerable";
  text += "\n" + indented(parameter.description);
  for (const auto& [name, description] : parameter.choices)
    text += indented(description.empty() ? name : name + ": " + description);
  return text;
}

std::string describe(const GroupDeclaration& declaration) {
  const Group& group = declaration.group;
  std::string text = fmt::format("  {}: {} of {}", group.name, to_string(group.kind), to_string(group.type));
  if (group.kind == GroupKind::dat)
    text += fmt::format(" on {}, {} component{}", group.set, group.components, group.components == 1 ? "" : "s");
  if (!declaration.shape.empty()) text += fmt::format(", {} points", fmt::join(declaration.shape, " x "));
  text += group.temporary ? ", temporary"
                          : fmt::format(", {} timelevel{}", group.timelevels, group.timelevels == 1 ? "" : "s");
  if (!group.unit.empty()) text += fmt::format(" [{}]", group.unit);
  text += "\n" + indented(group.description);
  return text + line("variables", declaration.variables);
}

// The clauses of one key of an item. Each clause that follows a parameter has its own line.
std::string clauses(const std::string& key, const ItemDeclaration& item, Access access) {
  std::vector<std::string> texts;
  for (const ClauseDeclaration& clause : item.clauses)
    if (clause.access == access)
      texts.push_back(clause.text + (clause.points ? " at the points that parameters choose" : ""));
  std::string text = line(key, texts);
  for (const ClausesFromParameter& from : item.following) {
    if (from.access != access) continue;
    text += line(
        key,
        fmt::format("the variables in {}\"{}\"", from.in_texts ? "the texts of " : "", from.from) +
            (from.timelevel ? fmt::format(", timelevel {}", *from.timelevel) : "") +
            (from.region ? ", " + to_string(*from.region) : "") +
            (from.every.empty() ? "" : fmt::format(", at the iterations of {}", fmt::join(from.every, ", "))) +
            (from.points ? ", only the points that parameters choose" : "") +
            (from.which.empty() ? "" : ", with the reductions in \"" + from.which + "\"") +
            (from.reductions.empty() ? "" : fmt::format(", with the reductions {}", fmt::join(from.reductions, ", "))));
  }
  return text;
}

std::string uses_and_clauses(const ItemDeclaration& item) {
  std::string text = line("uses", item.uses);
  for (const BindingDeclaration& binding : item.bind) text += line("bind " + binding.formal, binding.source);
  return text + clauses("reads", item, Access::read) + clauses("reduces", item, Access::reduce) +
         clauses("interpolates", item, Access::interpolate) + clauses("writes", item, Access::write) +
         clauses("increments", item, Access::increment) + clauses("minima", item, Access::minimum) +
         clauses("maxima", item, Access::maximum);
}

std::string describe(const ItemDeclaration& item) {
  static const char* const kinds[] = {"kernel", "function", "group", "stencil"};
  std::string text = fmt::format("  {} {}", kinds[static_cast<int>(item.kind)], item.target);
  if (item.name != item.target) text += " as " + item.name;
  if (!item.launched_by.empty())
    text += fmt::format(", launched by {}", fmt::join(item.launched_by, ", "));
  else
    text += item.bin.empty() ? " in " + item.in : " at " + item.bin;
  if (item.loop) text += ", over " + item.loop->set;
  if (item.device) text += ", on the device";
  if (item.mode == Mode::global) text += ", global";
  if (item.polls) text += ", once an epoch";
  if (item.last) text += ", after all others";
  text += "\n" + indented(item.description);
  text += line("before", item.before) + line("after", item.after) + line("every", item.every);
  if (item.if_condition) text += line("if", item.if_condition->text);
  if (item.while_condition) text += line("while", item.while_condition->text);
  text += uses_and_clauses(item);
  if (item.state) text += line("state", item.state == Access::read ? "reads" : "writes");
  text += line("sync", item.sync);
  text += line("storage", item.storage) + line("trigger", item.trigger);
  for (const auto& [name, value] : item.tags) text += line("tag " + name, value);
  return text;
}

const ItemDeclaration& item_of(const std::vector<ItemDeclaration>& schedule, const std::string& name) {
  const auto found = std::ranges::find(schedule, name, &ItemDeclaration::name);
  NOPAL_ASSERT(found != schedule.end());
  return *found;
}

// A stage, indented as the keys of its stencil.
std::string describe(const StageDeclaration& stage, const std::vector<ItemDeclaration>& schedule) {
  const ItemDeclaration& common = item_of(schedule, stage.kernels.front().kernel);
  std::string keys = indented(common.description);
  for (const StageKernel& kernel : stage.kernels) {
    const std::string& target = item_of(schedule, kernel.kernel).target;
    keys += line(kernel.interval.empty() ? "kernel" : "kernel in " + kernel.interval,
                 target + (target == kernel.kernel || kernel.interval.empty() ? "" : " as " + kernel.kernel));
  }
  keys += uses_and_clauses(common);
  std::string text = "      stage " + stage.name;
  if (stage.order == VerticalOrder::forward) text += ", forward";
  if (stage.order == VerticalOrder::backward) text += ", backward";
  text += '\n';
  std::istringstream lines(keys);
  for (std::string each; std::getline(lines, each);) text += "    " + each + "\n";
  return text;
}

std::string describe_schedule(const std::vector<ItemDeclaration>& schedule) {
  std::string text = schedule.empty() ? "" : "\nschedule\n";
  for (const ItemDeclaration& item : schedule) {
    if (item.stage >= 0 || item.update) continue; // its stencil or its method shows it
    text += describe(item);
    for (const StageDeclaration& stage : item.stages) text += describe(stage, schedule);
  }
  return text;
}

std::string describe(const SetDeclaration& set) {
  return fmt::format("  {}{}{}\n", set.name, set.description.empty() ? "" : ": ", set.description);
}

std::string describe(const MapDeclaration& map) {
  const std::string targets = map.arity == 0 ? "varying" : fmt::to_string(map.arity);
  return fmt::format("  {}: from {} to {}, {} target{}{}\n", map.name, map.from, map.to, targets,
                     map.arity == 1 ? "" : "s", map.by_rule ? ", may follow from a rule" : "") +
         indented(map.description);
}

std::string describe(const SplitterDeclaration& splitter) {
  return fmt::format("  {}: {} points of the k axis lie below it\n", splitter.name, splitter.points);
}

std::string describe(const MethodDeclaration& method) {
  return fmt::format("  {}: {} stage{}\n", method.name, method.stages, method.stages == 1 ? "" : "s") +
         line("keeps states", method.states) + line("keeps right-hand sides", method.rates);
}

std::string describe(const FunctionDeclaration& function) {
  return fmt::format("  {}: {}\n", function.name, function.signature);
}

template <class T> std::string section(const std::string& title, const std::vector<T>& declarations) {
  if (declarations.empty()) return "";
  std::string text = "\n" + title + "\n";
  for (const T& declaration : declarations) text += describe(declaration);
  return text;
}

} // namespace

std::string describe_thorn(const ThornDeclaration& thorn) {
  std::string text = thorn.name + (thorn.description.empty() ? "" : ": " + thorn.description) + "\n";
  if (!thorn.inherits.empty()) text += fmt::format("inherits from {}\n", fmt::join(thorn.inherits, ", "));
  text += fmt::format("declared in {}\n", thorn.path);
  text += section("parameters", thorn.parameters);
  text += section("sets", thorn.sets);
  text += section("maps", thorn.maps);
  text += section("groups", thorn.groups);
  text += section("splitters", thorn.splitters);
  text += section("methods", thorn.methods);
  text += describe_schedule(thorn.schedule);
  text += section("provides", thorn.provides);
  text += section("requires", thorn.requires_);
  return text;
}

} // namespace nopal
