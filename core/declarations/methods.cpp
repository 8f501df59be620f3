// Reads `methods:` of a thorn: tables of the coefficients of methods that integrate in time. Each stage of a method
// becomes two items of the schedule group "step", whose text follows from the coefficients: a stencil with one kernel,
// for the interior, and a kernel for the interior and the boundary. Which of them a variable needs, a run finds out
// (integration.hpp).

#include "core/base/arithmetic.hpp"
#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nopal {

namespace {

/// `coefficient * name` in a sum.
struct Term {
  std::string name;
  double coefficient = 0;
};

/// What a stage stores: a sum of what was known before the stage.
struct Target {
  std::string name;
  std::vector<Term> terms;
};

/// Reads the stages of one method.
class MethodReader {
public:
  MethodReader(yaml::Fields& fields, MethodDeclaration& method) : fields_(fields), method_(method) {}

  void read(ThornDeclaration& thorn) {
    method_.states = names("states");
    method_.rates = names("rates");
    const yaml::Entry* entry = fields_.require("stages", "stages: [{time: 0, u: {u: 1, rhs: 1}}]");
    if (!entry) return;
    if (entry->value.kind != yaml::Kind::sequence || entry->value.items.empty())
      return fields_.error(*entry, entry->value.mismatch("a list of stages such as {time: 0, u: {u: 1, rhs: 1/2}}"));
    for (const yaml::Node& node : entry->value.items) read_stage(node, thorn);
    if (const yaml::Entry* error = fields_.find("error")) read_error(*error, thorn);
  }

private:
  std::vector<std::string> names(const char* key) {
    std::vector<std::string> found = fields_.words(key);
    for (const std::string& name : found) {
      const Location& where = fields_.find(key)->value.where;
      if (!check_name(name, "name of a method's state", where, fields_.errors())) continue;
      if (name == "u" || name == "rhs" || name == "time" || name == methods_error ||
          std::ranges::count(known_, name) > 0)
        fields_.error(where, fmt::format("{}: \"{}\" has another meaning here: choose another name", key, name));
      known_.push_back(name);
    }
    return found;
  }

  bool is_rate(const std::string& name) const { return name == "rhs" || std::ranges::count(method_.rates, name) > 0; }

  void read_stage(const yaml::Node& node, ThornDeclaration& thorn) {
    if (node.kind != yaml::Kind::map)
      return fields_.error(node.where, node.mismatch("a stage such as {time: 0, u: {u: 1, rhs: 1/2}}"));
    yaml::Fields stage(node, fields_.what(), fields_.errors());
    double time = 0;
    if (const yaml::Entry* entry = stage.require("time", "time: 0")) time = number(entry->value, "time").value_or(0);
    std::vector<Target> targets;
    for (const yaml::Entry& entry : node.entries)
      if (entry.key != "time")
        if (auto target = read_target(entry)) targets.push_back(*std::move(target));
    if (node.entries.size() < 2)
      return fields_.error(node.where, "the stage computes nothing: add a sum, such as \"u: {u: 1, rhs: 1}\"");
    if (first_.empty()) first_ = targets;
    add_stage(node.where, time, targets, thorn);
  }

  /// `error:`, a sum of right-hand sides.
  void read_error(const yaml::Entry& entry, ThornDeclaration& thorn) {
    const std::optional<Target> sum = read_sum(entry);
    if (!sum) return;
    for (const Term& term : sum->terms)
      if (!is_rate(term.name))
        return fields_.error(
            entry.where, fmt::format("error: a sum of right-hand sides, but \"{}\" is a state: remove it", term.name));
    const std::string start = kept_by_first("u"), rate = kept_by_first("rhs");
    if (start.empty() || rate.empty() || !is_rate(rate))
      return fields_.error(entry.where,
                           "a method that estimates its error begins with a stage that keeps the state and "
                           "its right-hand side, such as {time: 0, old: {u: 1}, k1: {rhs: 1}, …}");
    method_.estimates_error = true;
    add_again(entry.where, start, rate, thorn);
    add_error(entry.where, *sum, start, thorn);
  }

  /// Returns under which name the first stage keeps `name` as it is; empty: it does not.
  std::string kept_by_first(const std::string& name) const {
    for (const Target& target : first_)
      if (target.name != "u" && target.terms.size() == 1 && target.terms[0].name == name &&
          target.terms[0].coefficient == 1)
        return target.name;
    return "";
  }

  std::optional<double> number(const yaml::Node& node, const std::string& what) {
    if (node.is_scalar()) try {
        const double value = evaluate(
            node.text, [](std::string_view name) -> double { throw Error(fmt::format("found \"{}\"", name)); });
        if (std::isfinite(value)) return value;
      } catch (const Error&) { // the message below says the same
      }
    fields_.error(node.where, fmt::format("{}: {}", what, node.mismatch("a number such as 0.5, 1/6 or sqrt(2)/2")));
    return std::nullopt;
  }

  std::optional<Target> read_target(const yaml::Entry& entry) {
    const std::string& name = entry.key;
    if (name == "rhs" || (name != "u" && std::ranges::count(known_, name) == 0)) {
      std::vector<std::string> names{"u"};
      names.insert(names.end(), known_.begin(), known_.end());
      fields_.error(entry.where, fmt::format("a stage cannot store \"{}\"{}; expected u or one of states: and rates:",
                                             name, did_you_mean(name, names)));
      return std::nullopt;
    }
    return read_sum(entry);
  }

  std::optional<Target> read_sum(const yaml::Entry& entry) {
    const std::string& name = entry.key;
    if (entry.value.kind != yaml::Kind::map || entry.value.entries.empty()) {
      fields_.error(entry.value.where, name + ": " + entry.value.mismatch("a sum such as {u: 1, rhs: 1/2}"));
      return std::nullopt;
    }
    Target target{name, {}};
    for (const yaml::Entry& term : entry.value.entries) {
      const bool is_known = term.key == "u" || term.key == "rhs" || std::ranges::count(known_, term.key) > 0;
      if (!is_known) {
        std::vector<std::string> names{"u", "rhs"};
        names.insert(names.end(), known_.begin(), known_.end());
        fields_.error(term.where, fmt::format("{}: found \"{}\", expected u, rhs, or one of states: and rates:{}", name,
                                              term.key, did_you_mean(term.key, names)));
      } else if (is_rate(name) && !is_rate(term.key)) {
        fields_.error(term.where, fmt::format("{}: a right-hand side is a sum of right-hand sides, but \"{}\" is a "
                                              "state: remove it, or list \"{}\" under states:",
                                              name, term.key, name));
      } else if (const auto coefficient = number(term.value, name + ": " + term.key)) {
        target.terms.push_back({term.key, *coefficient});
      }
    }
    return target;
  }

  /// "u_before", "0.5*u_before"
  static std::string term_text(const Term& term) {
    return term.coefficient == 1 ? term.name + "_before"
                                 : fmt::format("{}*{}_before", literal(term.coefficient), term.name);
  }

  static std::string literal(double value) {
    const std::string digits = fmt::format("{}", value); // the shortest text that gives this value
    const std::string text = digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
    return value < 0 ? "(" + text + ")" : text;
  }

  /// The states first, then dt times the right-hand sides.
  std::string sum_text(const Target& target) const {
    std::string states, rates;
    for (const Term& term : target.terms) {
      std::string& sum = is_rate(term.name) ? rates : states;
      sum += (sum.empty() ? "" : " + ") + term_text(term);
    }
    if (is_rate(target.name)) return rates;
    if (rates.empty()) return states;
    return fmt::format("{}dt*({})", states.empty() ? "" : states + " + ", rates);
  }

  ItemDeclaration stencil(const std::string& name, MethodUpdate update, const std::string& description,
                          const Location& where) const {
    ItemDeclaration made;
    made.kind = ItemKind::stencil;
    made.name = made.target = name;
    made.in = methods_group;
    made.device = true;
    made.update = std::move(update);
    made.description = description;
    made.where = where;
    return made;
  }

  static ItemDeclaration kernel(const ItemDeclaration& stencil, const std::string& what) {
    ItemDeclaration made;
    made.kind = ItemKind::kernel;
    made.name = made.target = stencil.name + "_" + what;
    made.device = true;
    made.where = stencil.where;
    return made;
  }

  static void add_clause(ItemDeclaration& kernel, const std::string& name, Access access,
                         const std::optional<Region>& region = {}) {
    if (kernel.binding(name) == nullptr) kernel.bind.push_back({name, name, kernel.where});
    kernel.clauses.push_back(
        {.name = name, .timelevel = 0, .region = region, .where = kernel.where, .text = name, .access = access});
  }

  static void add_reads(ItemDeclaration& kernel, const Target& target, const std::optional<Region>& region = {}) {
    for (const Term& term : target.terms)
      if (kernel.binding(term.name) == nullptr) {
        add_clause(kernel, term.name, Access::read, region);
        kernel.text += fmt::format("const real {0}_before = {0}(i,j,k);\n", term.name);
      }
  }

  /// Adds a stencil and the kernels of its stages to the schedule.
  static void add(ItemDeclaration stencil, std::vector<ItemDeclaration> kernels, ThornDeclaration& thorn) {
    for (ItemDeclaration& kernel : kernels) {
      kernel.launched_by = {stencil.name};
      kernel.stage = static_cast<int>(stencil.stages.size());
      stencil.stages.push_back({kernel.name, VerticalOrder::parallel, {{"", kernel.name, kernel.where}}, kernel.where});
    }
    thorn.schedule.push_back(std::move(stencil));
    for (ItemDeclaration& kernel : kernels) thorn.schedule.push_back(std::move(kernel));
  }

  /// Adds to a kernel that it computes the targets, in this region.
  void add_sums(ItemDeclaration& kernel, const std::vector<Target>& targets,
                const std::optional<Region>& region = {}) const {
    for (const Target& target : targets) add_reads(kernel, target, region);
    for (const Target& target : targets) {
      add_clause(kernel, target.name, Access::write, region);
      kernel.text += fmt::format("{}(i,j,k) = {};\n", target.name, sum_text(target));
    }
  }

  /// Adds both items of a stage.
  void add_sums(ItemDeclaration stencil, const std::vector<Target>& targets, ThornDeclaration& thorn) const {
    ItemDeclaration interior = kernel(stencil, "sums"), owned = kernel(stencil, "owned");
    add_sums(interior, targets);
    add_sums(owned, targets, Region::interior | Region::boundary);
    owned.in = stencil.in;
    owned.update = stencil.update;
    owned.description = stencil.description;
    add(std::move(stencil), {interior}, thorn);
    thorn.schedule.push_back(std::move(owned));
  }

  void add_stage(const Location& where, double time, const std::vector<Target>& targets, ThornDeclaration& thorn) {
    const int number = ++method_.stages;
    ItemDeclaration made =
        stencil(fmt::format("{}_{}", method_.name, number), {method_.name, MethodUpdate::Kind::stage, number, time},
                fmt::format("Stage {} of {}", number, method_.name), where);
    add_sums(std::move(made), targets, thorn);
  }

  /// The first stage once more. It has kept the state as `start` and the right-hand side as `rate`.
  void add_again(const Location& where, const std::string& start, const std::string& rate, ThornDeclaration& thorn) {
    ItemDeclaration made = stencil(method_.name + "_again", {method_.name, MethodUpdate::Kind::again, 1, 0},
                                   "Stage 1 with a smaller time step", where);
    made.in = methods_again;
    std::vector<Target> targets;
    for (Target target : first_) {
      if (target.name != "u") continue;
      for (Term& term : target.terms) term.name = term.name == "u" ? start : rate;
      targets.push_back(std::move(target));
    }
    add_sums(std::move(made), targets, thorn);
  }

  /// The error of the step, divided by what the tolerances allow. Only the interior counts: it is zero on the boundary.
  void add_error(const Location& where, const Target& sum, const std::string& start, ThornDeclaration& thorn) {
    ItemDeclaration made = stencil(method_.name + "_error", {method_.name, MethodUpdate::Kind::error, 0, 1},
                                   "The error of the step, divided by what the tolerances allow", where);
    made.in = methods_trial;
    ItemDeclaration interior = kernel(made, "scaled");
    add_reads(interior, sum);
    add_reads(interior, {"", {{start, 1}, {"u", 1}}});
    interior.uses.assign(std::begin(methods_tolerances), std::end(methods_tolerances));
    add_clause(interior, methods_error, Access::write);
    interior.text += fmt::format("{}(i,j,k) = dt*({})/({} + {}*max(fabs({}_before), fabs(u_before)));\n", methods_error,
                                 sum_text({"rhs", sum.terms}), methods_tolerances[0], methods_tolerances[1], start);
    ItemDeclaration boundary = kernel(made, "boundary");
    add_clause(boundary, methods_error, Access::write, Region::boundary);
    boundary.text = fmt::format("{}(i,j,k) = 0.0;\n", methods_error);
    add(made, {interior, boundary}, thorn);
  }

  yaml::Fields& fields_;
  MethodDeclaration& method_;
  std::vector<std::string> known_; ///< states and rates
  std::vector<Target> first_;      ///< of the first stage
};

/// The keyword parameter that chooses the method has the methods as its choices.
void check_choices(yaml::Fields& fields, const yaml::Entry& entry, const ThornDeclaration& thorn) {
  const auto parameter =
      std::ranges::find(thorn.parameters, std::string(methods_parameter), &ParameterDeclaration::name);
  if (parameter == thorn.parameters.end() || parameter->type != ParameterType::keyword || parameter->is_array ||
      parameter->steerable == Steerable::always)
    return fields.error(entry, fmt::format("a thorn with methods has a keyword parameter \"{}\" that chooses one, and "
                                           "that does not change during a run: declare it under parameters:",
                                           methods_parameter));
  for (const auto& [choice, description] : parameter->choices)
    if (std::ranges::count(thorn.methods, choice, &MethodDeclaration::name) == 0)
      fields.error(entry, fmt::format("the parameter \"{}\" has the choice {}, which is not declared here",
                                      methods_parameter, choice));
  for (const MethodDeclaration& method : thorn.methods)
    if (std::ranges::none_of(parameter->choices, [&](const auto& choice) { return choice.first == method.name; }))
      fields.error(method.where, fmt::format("{}: it is no choice of the parameter \"{}\": add it there", method.name,
                                             methods_parameter));
}

/// What a method needs that estimates its error.
void check_error_control(yaml::Fields& fields, const yaml::Entry& entry, const ThornDeclaration& thorn) {
  if (std::ranges::none_of(thorn.methods, &MethodDeclaration::estimates_error)) return;
  const auto has_item = [&](const char* name, ItemKind kind, const char* in) {
    const auto item = std::ranges::find(thorn.schedule, std::string(name), &ItemDeclaration::name);
    return item != thorn.schedule.end() && item->kind == kind && item->in == in;
  };
  if (!has_item(methods_trial, ItemKind::group, methods_group) ||
      !has_item(methods_judge, ItemKind::function, methods_trial) ||
      !has_item(methods_again, ItemKind::group, methods_trial))
    fields.error(entry,
                 fmt::format("a thorn with a method that has error: schedules the group {}, in {}, and in it the "
                             "function {} and the group {} (schedules/mol.yaml)",
                             methods_trial, methods_group, methods_judge, methods_again));
  for (const char* name : methods_tolerances) {
    const auto parameter = std::ranges::find(thorn.parameters, std::string(name), &ParameterDeclaration::name);
    if (parameter == thorn.parameters.end() || parameter->type != ParameterType::real || parameter->is_array)
      fields.error(entry, fmt::format("a thorn with a method that has error: has a real parameter \"{}\": declare it "
                                      "under parameters:",
                                      name));
  }
}

/// The groups that a step runs.
void check_groups(yaml::Fields& fields, const yaml::Entry& entry, const ThornDeclaration& thorn) {
  for (const char* name : {methods_group, methods_rates, methods_post}) {
    const auto item = std::ranges::find(thorn.schedule, std::string(name), &ItemDeclaration::name);
    const bool is_right = item != thorn.schedule.end() && item->kind == ItemKind::group &&
                          (name == methods_group ? !item->bin.empty() : item->in == methods_group);
    if (!is_right)
      fields.error(entry, fmt::format("a thorn with methods schedules the group {0}: add \"- {{group: {0}, {1}}}\" to "
                                      "its schedule",
                                      name, name == methods_group ? "at: evol" : fmt::format("in: {}", methods_group)));
  }
}

} // namespace

void read_methods(yaml::Fields& fields, ThornDeclaration& thorn) {
  const yaml::Entry* entry = fields.find("methods");
  if (!entry) return;
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields.error(*entry, entry->value.mismatch("names of methods and their stages"));
  for (const yaml::Entry& each : entry->value.entries) {
    if (!check_name(each.key, "method", each.where, fields.errors())) continue;
    MethodDeclaration method;
    method.name = each.key;
    method.where = each.where;
    yaml::Fields of_method(each.value, "method \"" + each.key + "\"", fields.errors());
    if (!of_method.is_map()) continue;
    MethodReader(of_method, method).read(thorn);
    of_method.finish();
    thorn.methods.push_back(std::move(method));
  }
  check_choices(fields, *entry, thorn);
  check_groups(fields, *entry, thorn);
  check_error_control(fields, *entry, thorn);
}

} // namespace nopal
