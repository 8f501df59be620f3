#include "core/schedule/bindings.hpp"

#include "core/schedule/clauses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Resolves the entries of one item's `bind:`.
class Binder {
public:
  Binder(const Names& names, const ThornDeclaration& user, const ItemDeclaration& item, ErrorList& errors)
      : names_(names), user_(user), item_(item), errors_(errors) {}

  std::vector<Binding> bind() {
    std::vector<Binding> bindings;
    for (const BindingDeclaration& declaration : item_.bind) {
      const int variable = resolve(declaration);
      if (variable < 0 || !fits(declaration, variable) || !is_new(declaration, variable, bindings)) continue;
      bindings.push_back({declaration.formal, variable});
    }
    return bindings;
  }

private:
  int resolve(const BindingDeclaration& declaration) {
    const auto is_parameter = [&](const std::string& full) { return names_.parameters().find(full) != nullptr; };
    const std::string& source = declaration.source;
    if (!names_.visible(user_, source, is_parameter).empty() || split_name(source).thorn.empty()) {
      const std::string parameter = names_.parameter(user_, source, declaration.where, errors_);
      return parameter.empty() ? -1 : of_parameter(declaration, *names_.parameters().find(parameter));
    }
    return the_one(declaration, source, "", declaration.where);
  }

  int of_parameter(const BindingDeclaration& declaration, const ParameterDeclaration& parameter) {
    const std::string name = parameter.full_name();
    if (parameter.type != ParameterType::string || parameter.is_array) {
      fail(declaration.where, fmt::format("bind: {} names {}, which is {}; expected a string parameter",
                                          declaration.formal, name, parameter.allowed()));
      return -1;
    }
    if (parameter.steerable == Steerable::always) {
      fail(declaration.where, fmt::format("bind: {} names {}, which may change during a run; declare it with "
                                          "steerable: never or recover",
                                          declaration.formal, name));
      return -1;
    }
    return the_one(declaration, names_.parameters().string(name), name + " names", names_.parameters().where(name));
  }

  int the_one(const BindingDeclaration& declaration, const std::string& name, const std::string& whose,
              const Location& where) {
    const std::vector<int> found = active_variables(names_.variables(), name, whose, where, errors_);
    if (found.size() > 1) {
      fail(where, fmt::format("bind: {} stands for one variable, but \"{}\" has {}: name one of them",
                              declaration.formal, name, found.size()));
      return -1;
    }
    return found.empty() ? -1 : found.front();
  }

  bool fits(const BindingDeclaration& declaration, int variable) {
    const Variables& all = names_.variables();
    const Group& group = all.group_of(variable);
    const std::string bound = fmt::format("bind: {} stands for {}", declaration.formal, all.full_name(variable));
    if (group.kind != GroupKind::gf || group.type != Type::real) {
      fail(declaration.where, fmt::format("{}, which is a {} of type {}; expected a real grid function", bound,
                                          to_string(group.kind), to_string(group.type)));
      return false;
    }
    for (const ClauseDeclaration& clause : item_.clauses)
      if (clause.name == declaration.formal && clause.timelevel.value_or(0) >= group.timelevels) {
        fail(clause.where, fmt::format("{}, which has {} timelevel{}; \"{}\" needs timelevel {}: raise timelevels: "
                                       "of group {}",
                                       bound, group.timelevels, group.timelevels == 1 ? "" : "s", clause.text,
                                       *clause.timelevel, group.full_name()));
        return false;
      }
    return true;
  }

  /// A kernel's fields must not overlap: its compiler relies on it.
  bool is_new(const BindingDeclaration& declaration, int variable, const std::vector<Binding>& earlier) {
    std::string other;
    for (const Binding& binding : earlier)
      if (binding.variable == variable) other = binding.name;
    const auto exists = [&](const std::string& full) { return !names_.variables().resolve(full).empty(); };
    for (const ClauseDeclaration& clause : item_.clauses) {
      if (item_.binding(clause.name) != nullptr) continue;
      for (const std::string& full : names_.visible(user_, clause.name, exists)) {
        const std::vector<int> named = names_.variables().resolve(full);
        if (std::find(named.begin(), named.end(), variable) != named.end()) other = clause.name;
      }
    }
    if (other.empty()) return true;
    fail(declaration.where,
         fmt::format("bind: {} and {} both stand for {}; each name of a kernel needs a variable of its own", other,
                     declaration.formal, names_.variables().full_name(variable)));
    return false;
  }

  void fail(const Location& where, const std::string& message) {
    errors_.add(where, fmt::format("{}::{}: {}", user_.name, item_.name, message));
  }

  const Names& names_;
  const ThornDeclaration& user_;
  const ItemDeclaration& item_;
  ErrorList& errors_;
};

} // namespace

std::vector<Binding> resolve_bindings(const Names& names, const ThornDeclaration& user, const ItemDeclaration& item,
                                      ErrorList& errors) {
  return Binder(names, user, item, errors).bind();
}

} // namespace nopal
