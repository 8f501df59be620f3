// Reads `methods:` of a thorn: tables of the coefficients of methods that integrate in time. Each stage of a method
// becomes a stencil of the schedule group "step", with one kernel whose text follows from the coefficients.

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
  }

private:
  std::vector<std::string> names(const char* key) {
    std::vector<std::string> found = fields_.words(key);
    for (const std::string& name : found) {
      const Location& where = fields_.find(key)->value.where;
      if (!check_name(name, "name of a method's state", where, fields_.errors())) continue;
      if (name == "u" || name == "rhs" || name == "time" || std::ranges::count(known_, name) > 0)
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
    add_stencil(node.where, time, targets, thorn);
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

  void add_stencil(const Location& where, double time, const std::vector<Target>& targets, ThornDeclaration& thorn) {
    const int number = ++method_.stages;
    ItemDeclaration stencil;
    stencil.kind = ItemKind::stencil;
    stencil.name = stencil.target = fmt::format("{}_{}", method_.name, number);
    stencil.in = methods_group;
    stencil.device = true;
    stencil.update = MethodUpdate{method_.name, time};
    stencil.description = fmt::format("Stage {} of {}", number, method_.name);
    stencil.where = where;
    ItemDeclaration kernel;
    kernel.kind = ItemKind::kernel;
    kernel.name = kernel.target = stencil.name + "_sums";
    kernel.launched_by = {stencil.name};
    kernel.stage = 0;
    kernel.device = true;
    kernel.where = where;
    const auto bind = [&](const std::string& name) {
      if (kernel.binding(name) == nullptr) kernel.bind.push_back({name, name, where});
    };
    const auto add_clause = [&](const std::string& name, Access access) {
      bind(name);
      kernel.clauses.push_back(
          {.name = name, .timelevel = 0, .region = {}, .where = where, .text = name, .access = access});
    };
    for (const Target& target : targets)
      for (const Term& term : target.terms)
        if (kernel.binding(term.name) == nullptr) {
          add_clause(term.name, Access::read);
          kernel.text += fmt::format("const real {0}_before = {0}(i,j,k);\n", term.name);
        }
    for (const Target& target : targets) {
      add_clause(target.name, Access::write);
      kernel.text += fmt::format("{}(i,j,k) = {};\n", target.name, sum_text(target));
    }
    stencil.stages.push_back({kernel.name, VerticalOrder::parallel, {{"", kernel.name, where}}, where});
    thorn.schedule.push_back(std::move(stencil));
    thorn.schedule.push_back(std::move(kernel));
  }

  yaml::Fields& fields_;
  MethodDeclaration& method_;
  std::vector<std::string> known_; ///< states and rates
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
}

} // namespace nopal
