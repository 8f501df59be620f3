#include "core/declarations/integration.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/declarations/tagged_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace nopal {

namespace {

/// A group that is integrated.
struct Evolved {
  const ThornDeclaration* thorn;
  const GroupDeclaration* state;
  const ThornDeclaration* rhs_thorn;
  const GroupDeclaration* rhs;
  std::vector<bool> on_boundary; ///< for each variable: it is integrated on the boundary, too
};

/// Finds an order that the names contradict, such as v_rhs, u_rhs for a state of u, v. Returns the names in the order
/// of the state: u_rhs, v_rhs. Empty: the order is right, or the names do not say it.
std::vector<std::string> names_in_order(const std::vector<std::string>& state, const std::vector<std::string>& rhs) {
  for (const std::string& name : state) {
    const std::size_t at = rhs.front().find(name);
    if (at == std::string::npos) continue;
    std::vector<std::string> order;
    for (const std::string& each : state)
      order.push_back(rhs.front().substr(0, at) + each + rhs.front().substr(at + name.size()));
    if (order != rhs && std::is_permutation(order.begin(), order.end(), rhs.begin(), rhs.end())) return order;
  }
  return {};
}

/// Why a group cannot be integrated with the other group as its right-hand side. Empty: it can.
std::string refusal(const GroupDeclaration& state, const GroupDeclaration& rhs) {
  for (const GroupDeclaration* each : {&state, &rhs}) {
    const Group& group = each->group;
    if (group.kind != GroupKind::gf || group.type != Type::real)
      return fmt::format("{} is {} {} of type {}, but only real grid functions are integrated", group.full_name(),
                         group.kind == GroupKind::array ? "an" : "a", to_string(group.kind), to_string(group.type));
    if (group.temporary) return fmt::format("{} is temporary: remove \"temporary: true\"", group.full_name());
  }
  if (state.group.timelevels > 1)
    return fmt::format("{} has {} timelevels, but the state of a step is kept in one: write \"timelevels: 1\"",
                       state.group.full_name(), state.group.timelevels);
  if (&state == &rhs) return "a group cannot be its own right-hand side: declare a second group of the same length";
  if (rhs.group.tags.contains(methods_tag))
    return fmt::format("{} has this tag, too: remove it there, since nothing integrates a right-hand side",
                       rhs.group.full_name());
  if (state.variables.size() != rhs.variables.size())
    return fmt::format("{} has {} variable{}, but {} has {}: give each variable one right-hand side, in the same order",
                       state.group.full_name(), state.variables.size(), state.variables.size() == 1 ? "" : "s",
                       rhs.group.full_name(), rhs.variables.size());
  if (const std::vector<std::string> order = names_in_order(state.variables, rhs.variables); !order.empty())
    return fmt::format(
        "the variables of {} are {}, but those of {} are {}: each variable has the right-hand side at its "
        "place, so by their names write \"variables: [{}]\" there",
        state.group.full_name(), fmt::join(state.variables, ", "), rhs.group.full_name(),
        fmt::join(rhs.variables, ", "), fmt::join(order, ", "));
  return "";
}

class Integration {
public:
  Integration(const std::vector<ThornDeclaration>& thorns, const Parameters& parameters, ErrorList& errors)
      : thorns_(thorns), parameters_(parameters), errors_(errors) {}

  /// Finds the groups with the tag, for this integrator. Null: there is none.
  void find(const ThornDeclaration* integrator) {
    const std::size_t errors_before = errors_.count();
    for (const ThornDeclaration& thorn : thorns_)
      for (const GroupDeclaration& group : thorn.groups)
        if (const auto tag = group.group.tags.find(methods_tag); tag != group.group.tags.end()) {
          if (integrator == nullptr)
            errors_.add(group.group.where,
                        fmt::format("group \"{}\" has the tag {}, but no active thorn integrates it: add a thorn with "
                                    "methods, such as mol, to \"thorns:\" of the parfile",
                                    group.group.name, methods_tag));
          else
            add(thorn, group, tag->second);
        }
    find_on_boundary();
    if (integrator != nullptr && all_.empty() && errors_.count() == errors_before)
      errors_.add(
          {integrator->path, 0, 0},
          fmt::format("{0} integrates the groups with the tag {1}, but no group of an active thorn has it: write "
                      "\"tags: {{{1}: <group of the right-hand sides>}}\" in a group, or remove {0} from "
                      "\"thorns:\"",
                      integrator->name, methods_tag));
  }

  /// controls: the method controls the time step by its error.
  void complete(ThornDeclaration& integrator, const MethodDeclaration& method, bool controls) const {
    std::vector<ItemDeclaration> schedule;
    for (std::size_t n = 0; n < integrator.schedule.size(); ++n) {
      ItemDeclaration& item = integrator.schedule[n];
      if (!item.update) {
        if (!controls && is_of_control(item)) continue;
        schedule.push_back(std::move(item));
        if (schedule.back().name == methods_post)
          for (const Evolved& each : all_) schedule.back().sync.push_back(each.state->group.full_name());
        if (schedule.back().name == methods_judge) reduce_errors(integrator, schedule.back());
        continue;
      }
      const std::span kernels(integrator.schedule.data() + n + 1, item.stages.size()); // they follow the stencil
      n += kernels.size();
      const bool is_used = item.update->kind == MethodUpdate::Kind::stage || controls;
      if (item.update->method != method.name || !is_used) continue;
      if (item.kind == ItemKind::stencil)
        add_stencil(integrator, std::move(item), kernels, schedule);
      else
        add_kernels(integrator, item, schedule);
    }
    integrator.schedule = std::move(schedule);
    for (const Evolved& each : all_) {
      for (const auto* names : {&method.states, &method.rates})
        for (const std::string& name : *names) integrator.groups.push_back(kept(integrator, each, name));
      if (controls) integrator.groups.push_back(kept(integrator, each, methods_error));
      if (each.thorn->name != integrator.name && std::ranges::count(integrator.inherits, each.thorn->name) == 0)
        integrator.inherits.push_back(each.thorn->name);
    }
  }

private:
  void add(const ThornDeclaration& thorn, const GroupDeclaration& state, const std::string& name) {
    const TaggedGroup rhs = tagged_group(thorns_, thorn.name, name);
    const std::string why =
        rhs.group == nullptr
            ? fmt::format("{} names no group of an active thorn{}: write the group of its right-hand sides", name,
                          rhs.hint)
            : refusal(state, *rhs.group);
    if (why.empty())
      all_.push_back({&thorn, &state, rhs.thorn, rhs.group, std::vector<bool>(state.variables.size())});
    else
      errors_.add(state.group.where, fmt::format("group \"{}\": the tag {}: {}", state.group.name, methods_tag, why));
  }

  /// A variable is integrated on the boundary if some routine writes its right-hand side there.
  void find_on_boundary() {
    for (const ThornDeclaration& thorn : thorns_)
      for (const ItemDeclaration& item : thorn.schedule)
        for (const ClauseDeclaration& clause : item.clauses)
          if (clause.access == Access::write && covers(clause.region.value_or(Region::interior), Region::boundary))
            for (Evolved& each : all_) mark(each, meaning(thorn, item, clause.name));
  }

  static void mark(Evolved& each, const std::string& written) {
    for (std::size_t v = 0; v < each.rhs->variables.size(); ++v)
      if (written == each.rhs->group.full_name() || written == each.rhs_thorn->name + "::" + each.rhs->variables[v])
        each.on_boundary[v] = true;
  }

  /// Returns the full name of the variable or group that a name in a clause stands for; empty: it is wrong, which
  /// Schedule::build() reports.
  std::string meaning(const ThornDeclaration& thorn, const ItemDeclaration& item, const std::string& name) const {
    const NameScope scope(thorn);
    if (const BindingDeclaration* binding = item.binding(name)) {
      const auto parameter = scope.find(binding->source, [&](const std::string& full_name) {
        const ParameterDeclaration* found = parameters_.find(full_name);
        return found != nullptr && found->type == ParameterType::string && !found->is_array;
      });
      return parameter.empty() ? binding->source : parameters_.string(parameter[0]);
    }
    const auto found = scope.find(name, [&](const std::string& full_name) { return is_declared(full_name); });
    return found.empty() ? "" : found[0];
  }

  /// Whether it is the full name of a group or a variable.
  bool is_declared(const std::string& full_name) const {
    const QualifiedName name = split_name(full_name);
    return std::ranges::any_of(thorns_, [&](const ThornDeclaration& thorn) {
      return thorn.name == name.thorn && std::ranges::any_of(thorn.groups, [&](const GroupDeclaration& group) {
               return group.group.name == name.name || std::ranges::count(group.variables, name.name) > 0;
             });
    });
  }

  static std::string kept_name(const Evolved& each, const std::string& variable, const std::string& name) {
    return fmt::format("{}_{}_{}", each.thorn->name, variable, name);
  }

  /// The group for what the method keeps of a group under this name.
  static GroupDeclaration kept(const ThornDeclaration& integrator, const Evolved& each, const std::string& name) {
    GroupDeclaration group;
    group.group.thorn = integrator.name;
    group.group.name = kept_name(each, each.state->group.name, name);
    group.group.description =
        fmt::format("\"{}\" of {}, between the stages of a step", name, each.state->group.full_name());
    group.group.tags["checkpoint"] = "no";
    group.group.where = each.state->group.where;
    for (const std::string& variable : each.state->variables)
      group.variables.push_back(kept_name(each, variable, name));
    return group;
  }

  static bool is_of_control(const ItemDeclaration& item) {
    return item.name == methods_trial || item.name == methods_judge || item.name == methods_again ||
           item.name == methods_no_tries;
  }

  /// Adds the scaled errors of all variables to what the function reduces.
  void reduce_errors(const ThornDeclaration& integrator, ItemDeclaration& function) const {
    for (const Evolved& each : all_)
      for (const std::string& variable : each.state->variables) {
        const std::string name = integrator.name + "::" + kept_name(each, variable, methods_error);
        function.clauses.push_back({.name = name,
                                    .timelevel = 0,
                                    .region = {},
                                    .where = function.where,
                                    .text = name,
                                    .access = Access::reduce});
      }
  }

  /// Adds the stencil of a stage with the kernels for each variable that needs it. The error needs all.
  void add_stencil(const ThornDeclaration& integrator, ItemDeclaration stencil,
                   std::span<const ItemDeclaration> kernels, std::vector<ItemDeclaration>& schedule) const {
    const bool is_stage = stencil.update->kind != MethodUpdate::Kind::error;
    stencil.stages.clear();
    std::vector<ItemDeclaration> made;
    for (const ItemDeclaration& kernel : kernels)
      for (const Evolved& each : all_)
        for (std::size_t v = 0; v < each.state->variables.size(); ++v) {
          if (is_stage && each.on_boundary[v]) continue;
          ItemDeclaration own = for_variable(integrator, each, v, kernel, is_stage ? stencil.name : kernel.name);
          own.stage = static_cast<int>(stencil.stages.size());
          stencil.stages.push_back({own.name, VerticalOrder::parallel, {{"", own.name, own.where}}, own.where});
          made.push_back(std::move(own));
        }
    if (made.empty()) return;
    schedule.push_back(std::move(stencil));
    for (ItemDeclaration& each : made) schedule.push_back(std::move(each));
  }

  /// Adds the kernel of a stage for each variable that is integrated on the boundary, too.
  void add_kernels(const ThornDeclaration& integrator, const ItemDeclaration& kernel,
                   std::vector<ItemDeclaration>& schedule) const {
    for (const Evolved& each : all_)
      for (std::size_t v = 0; v < each.state->variables.size(); ++v)
        if (each.on_boundary[v]) schedule.push_back(for_variable(integrator, each, v, kernel, kernel.name));
  }

  static ItemDeclaration for_variable(const ThornDeclaration& integrator, const Evolved& each, std::size_t v,
                                      const ItemDeclaration& kernel, const std::string& name) {
    ItemDeclaration own = kernel;
    own.name = kept_name(each, each.state->variables[v], name);
    own.compiled = kernel.name;
    bind(integrator, each, v, own);
    return own;
  }

  static void bind(const ThornDeclaration& integrator, const Evolved& each, std::size_t v, ItemDeclaration& kernel) {
    const std::string& variable = each.state->variables[v];
    for (BindingDeclaration& binding : kernel.bind)
      binding.source = binding.formal == "u"     ? each.thorn->name + "::" + variable
                       : binding.formal == "rhs" ? each.rhs_thorn->name + "::" + each.rhs->variables[v]
                                                 : integrator.name + "::" + kept_name(each, variable, binding.formal);
  }

  const std::vector<ThornDeclaration>& thorns_;
  const Parameters& parameters_;
  ErrorList& errors_;
  std::vector<Evolved> all_;
};

/// A tolerance that is set must have an effect.
void refuse_tolerances(const ThornDeclaration& integrator, const MethodDeclaration& method, bool adaptive,
                       const Parameters& parameters, ErrorList& errors) {
  for (const char* tolerance : methods_tolerances) {
    const std::string name = integrator.name + "::" + tolerance;
    if (parameters.find(name) == nullptr || !parameters.is_set(name)) continue;
    if (!method.estimates_error)
      errors.add(parameters.where(name),
                 fmt::format("{0}.{1} has no effect, since the method {2} does not estimate its error: choose another "
                             "method, or remove {0}.{1}",
                             integrator.name, tolerance, method.name));
    else if (!adaptive)
      errors.add(parameters.where(name),
                 fmt::format("{0}.{1} has no effect, since the time step is fixed: set driver.time_step: adaptive, or "
                             "remove {0}.{1}",
                             integrator.name, tolerance));
  }
}

} // namespace

std::vector<ThornDeclaration> with_integration(const std::vector<ThornDeclaration>& thorns,
                                               const Parameters& parameters, ErrorList& errors) {
  // A wrong value looks like the default here. What follows from it is no error of its own.
  const bool values_are_right = errors.messages().empty();
  std::vector<ThornDeclaration> completed = thorns;
  ThornDeclaration* integrator = nullptr;
  for (ThornDeclaration& thorn : completed) {
    if (thorn.methods.empty()) continue;
    if (integrator != nullptr)
      errors.add({thorn.path, 0, 0},
                 fmt::format("{} and {} are active, and both integrate in time: activate one of them", integrator->name,
                             thorn.name));
    else
      integrator = &thorn;
  }
  Integration integration(thorns, parameters, errors);
  integration.find(integrator);
  if (integrator == nullptr) return completed;
  const std::string& chosen = parameters.string(integrator->name + "::" + methods_parameter);
  const auto method = std::ranges::find(integrator->methods, chosen, &MethodDeclaration::name);
  if (method == integrator->methods.end()) return completed;
  const bool adaptive = parameters.find("driver::time_step") != nullptr && // only unit tests have no driver
                        parameters.string("driver::time_step") == "adaptive";
  if (values_are_right) refuse_tolerances(*integrator, *method, adaptive, parameters, errors);
  integration.complete(*integrator, *method, adaptive && method->estimates_error);
  return completed;
}

} // namespace nopal
