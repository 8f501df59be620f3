#include "driver/commands/stencil_world.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/declarations/resolve.hpp"
#include "core/launch/reach.hpp"
#include "core/plugins/loader.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace nopal {

namespace {

constexpr const char* any_bin = "evol";

/// A grid on which all regions exist.
Domain any_domain() {
  DomainSpec spec;
  spec.cells = {16, 16, 16};
  return Domain(spec);
}

bool has_values(const Kernel& kernel, const Parameters& parameters) {
  return std::all_of(kernel.arguments, kernel.arguments + kernel.n_arguments, [&](const KernelArgument& argument) {
    const ParameterDeclaration* const parameter = parameters.find(argument.source);
    return parameter == nullptr || parameter->default_value.has_value();
  });
}

/// Runs the bodies of a thorn's kernels on dummy values.
class Recordings {
public:
  Recordings(const std::string& library, const std::string& thorn, const Variables& variables,
             const Parameters& parameters, const Schedule& schedule)
      : plugin_(load_plugin(library, "thorn", thorn)), variables_(variables), parameters_(parameters),
        schedule_(schedule) {}

  SeenRead seen(int id, Slot slot) {
    const auto found = known_.find(id);
    return seen_read(found != known_.end() ? found->second : known_.emplace(id, record(id)).first->second, slot);
  }

private:
  KernelReach record(int id) {
    const Routine& routine = schedule_.routines()[static_cast<std::size_t>(id)];
    Region region = Region::none;
    for (const Clause& clause : routine.writes) region |= clause.region;
    for (const Kernel* kernel : std::span(plugin_.kernels, plugin_.n_kernels))
      if (kernel->name == routine.name && has_values(*kernel, parameters_))
        return kernel_reach(BoundKernel(*kernel, variables_, parameters_, kernel_grid(domain_), routine.bindings),
                            domain_, region);
    return {{}, false, false, ""};
  }

  const Plugin& plugin_;
  const Variables& variables_;
  const Parameters& parameters_;
  const Schedule& schedule_;
  Domain domain_ = any_domain();
  std::map<int, KernelReach> known_; ///< by position in Schedule::routines()
};

} // namespace

StencilWorld::StencilWorld(const SearchPath& path, const std::string& thorn, const std::string& stencil) {
  read(path, thorn);
  keep(stencil);
  replace_bindings();
  ErrorList errors;
  declare_parameters(thorns_, parameters_, errors);
  variables_ = build_variables(thorns_, parameters_, errors);
  schedule_ = Schedule::build(thorns_, {{any_bin, ""}}, parameters_, variables_, errors);
  errors.raise_if_any();
}

void StencilWorld::read(const SearchPath& path, const std::string& thorn) {
  ErrorList errors;
  ThornDeclaration own = read_thorn(path.thorn_file(thorn, {}), errors);
  for (const std::string& name : own.inherits) thorns_.push_back(read_thorn(path.thorn_file(name, {own.path}), errors));
  thorns_.push_back(std::move(own));
  errors.raise_if_any();
}

// Keeps only what stencils need: no other items, and nothing that needs a value of a parameter.
void StencilWorld::keep(const std::string& stencil) {
  ThornDeclaration& own = thorns_.back();
  std::vector<std::string> names;
  for (const ItemDeclaration& item : own.schedule)
    if (item.kind == ItemKind::stencil) names.push_back(item.name);
  if (names.empty())
    throw Error(
        {own.path},
        fmt::format("the thorn {0} schedules no stencil; `nopal describe {0}` prints what it schedules", own.name));
  if (!stencil.empty() && std::ranges::count(names, stencil) == 0)
    throw Error({own.path}, fmt::format("the thorn {} has no stencil \"{}\"{}; its stencils are {}", own.name, stencil,
                                        did_you_mean(stencil, names), fmt::join(names, ", ")));
  for (ThornDeclaration& thorn : thorns_) {
    if (&thorn != &own) thorn.schedule.clear();
    for (GroupDeclaration& group : thorn.groups) std::ranges::fill(group.shape, "1");
    // Kernels know no strings. Without them, a binding that names one does not ask for its value.
    std::erase_if(thorn.parameters,
                  [](const ParameterDeclaration& parameter) { return parameter.type == ParameterType::string; });
  }
  std::erase_if(own.schedule, [&](const ItemDeclaration& item) {
    const bool of_stencil = item.kind == ItemKind::stencil || item.stage >= 0;
    const std::string& name = item.stage >= 0 ? item.launched_by.front() : item.name;
    return !of_stencil || (!stencil.empty() && name != stencil);
  });
  for (ItemDeclaration& item : own.schedule) {
    if (item.kind == ItemKind::stencil) item.bin = any_bin;
    item.in.clear();
    item.before.clear();
    item.after.clear();
    item.if_condition.reset();
    item.while_condition.reset();
    item.every.clear();
    for (auto* list : {&item.sync, &item.storage, &item.trigger}) list->clear();
  }
}

void StencilWorld::replace_bindings() {
  for (ItemDeclaration& item : thorns_.back().schedule)
    for (BindingDeclaration& binding : item.bind) {
      int timelevels = 1;
      for (const ClauseDeclaration& clause : item.clauses)
        if (clause.name == binding.formal) timelevels = std::max(timelevels, clause.timelevel.value_or(0) + 1);
      binding.source = variable_for(binding, timelevels);
    }
}

// The full name of the variable that a bound name stands for.
std::string StencilWorld::variable_for(const BindingDeclaration& binding, int timelevels) {
  for (const ThornDeclaration& thorn : thorns_)
    for (const GroupDeclaration& group : thorn.groups)
      for (const std::string& variable : group.variables)
        if (thorn.name + "::" + variable == binding.source) return binding.source;
  ThornDeclaration& own = thorns_.back();
  std::string name = split_name(binding.source).name;
  const std::string group_name = name + "_bound";
  for (GroupDeclaration& known : own.groups)
    if (known.group.name == group_name) {
      known.group.timelevels = std::max(known.group.timelevels, timelevels);
      return own.name + "::" + known.variables.front();
    }
  const auto is_taken = [&](const GroupDeclaration& group) {
    return group.group.name == name || std::ranges::count(group.variables, name) > 0;
  };
  while (std::any_of(own.groups.begin(), own.groups.end(), is_taken)) name += '_';
  GroupDeclaration group;
  group.group.thorn = own.name;
  group.group.name = group_name;
  group.group.timelevels = timelevels;
  group.variables = {name};
  own.groups.push_back(std::move(group));
  return own.name + "::" + name;
}

std::vector<StencilWorld::Undeclared> StencilWorld::undeclared() const {
  std::vector<Undeclared> result;
  for (const Routine& routine : schedule_.routines())
    for (int s = 0; routine.is_stencil() && s < static_cast<int>(routine.stencil->stages.size()); ++s)
      for (const StencilRead& read : routine.stencil->stages[s].reads)
        for (const IntervalKernel& kernel : routine.stencil->stages[s].kernels)
          if (!read.declared)
            result.push_back(
                {kernel.routine, read.slot,
                 fmt::format("{}: the stage \"{}\" does not declare how far it reads {}", read.where.text(),
                             routine.stencil->stages[s].name, clause_name(variables_, routine.thorn, read.slot))});
  return result;
}

std::vector<std::string> StencilWorld::derive_extents(const SearchPath& path) {
  const std::vector<Undeclared> asked = undeclared();
  std::vector<std::string> unknown;
  if (asked.empty()) return unknown;
  const std::string& thorn = thorns_.back().name;
  const std::string library = path.thorn_library(thorn);
  std::optional<Recordings> recordings;
  std::string reason = "there is no library of the thorn";
  try {
    if (!library.empty()) recordings.emplace(library, thorn, variables_, parameters_, schedule_);
  } catch (const Error& error) {
    reason = error.what();
  }
  const auto seen = [&](int id, Slot slot) { return recordings ? recordings->seen(id, slot) : SeenRead{}; };
  for (const Undeclared& read : asked) {
    const std::string sentence =
        fmt::format("{}, and {}: it counts as <0>", read.text, recordings ? "its kernel does not show it" : reason);
    // The kernels of a stage share its clauses.
    if (!seen(read.kernel, read.slot).known && (unknown.empty() || unknown.back() != sentence))
      unknown.push_back(sentence);
  }
  ErrorList errors;
  schedule_.derive_extents(3, seen, errors);
  errors.raise_if_any();
  return unknown;
}

} // namespace nopal
