#include "core/schedule/bindings.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/schedule/clauses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Resolves the entries of one item's `bind:`.
class Binder {
public:
  Binder(const Names& names, const ThornDeclaration& user, const ItemDeclaration& item, ErrorList& errors)
      : names_(names), user_(user), scope_(user), item_(item), errors_(errors) {}

  std::vector<Binding> bind() {
    std::vector<Binding> bindings;
    for (const BindingDeclaration& declaration : item_.bind) {
      formal_ = declaration.formal;
      const int variable = resolve(declaration);
      if (variable >= 0 && fits(variable, declaration.where) && is_new(variable, declaration.where, bindings))
        bindings.push_back({formal_, variable});
    }
    return bindings;
  }

private:
  int resolve(const BindingDeclaration& declaration) {
    const std::string& source = declaration.source;
    const auto is_parameter = [&](const std::string& full) { return names_.is_parameter(full); };
    if (scope_.find(source, is_parameter).empty() && !split_name(source).thorn.empty())
      return the_one(source, "", declaration.where);
    const ParameterDeclaration* const parameter = names_.parameter(user_, source, declaration.where, errors_);
    return parameter == nullptr ? -1 : of_parameter(*parameter, declaration.where);
  }

  int of_parameter(const ParameterDeclaration& parameter, const Location& where) {
    const std::string name = parameter.full_name();
    if (parameter.type != ParameterType::string || parameter.is_array)
      fail(where, "names {}, which is {}; expected a string parameter", name, parameter.allowed());
    else if (parameter.steerable == Steerable::always)
      fail(where, "names {}, which may change during a run; declare it with steerable: never or recover", name);
    else
      return the_one(names_.parameters().string(name), name + " names", names_.parameters().where(name));
    return -1;
  }

  int the_one(const std::string& name, const std::string& whose, const Location& where) {
    const std::vector<int> found = active_variables(names_.variables(), name, whose, where, errors_);
    if (found.size() > 1)
      fail(where, "stands for one variable, but the group \"{}\" has {}: name one of them", name, found.size());
    return found.size() == 1 ? found.front() : -1;
  }

  bool fits(int variable, const Location& where) {
    const Group& group = names_.variables().group_of(variable);
    const std::string bound = names_.variables().full_name(variable);
    if (group.kind != GroupKind::gf || group.type != Type::real)
      return fail(where, "stands for {}, which is {} {} of type {}; expected a real grid function", bound,
                  group.kind == GroupKind::array ? "an" : "a", to_string(group.kind), to_string(group.type));
    for (const ClauseDeclaration& clause : item_.clauses)
      if (clause.name == formal_ && clause.timelevel.value_or(0) >= group.timelevels)
        return fail(clause.where,
                    "stands for {}, which has {} timelevel{}; \"{}\" needs timelevel {}: raise timelevels: of group {}",
                    bound, group.timelevels, group.timelevels == 1 ? "" : "s", clause.text, *clause.timelevel,
                    group.full_name());
    return true;
  }

  /// The fields of a kernel must not overlap: its compiler relies on it. For functions the rule is the same.
  bool is_new(int variable, const Location& where, const std::vector<Binding>& earlier) {
    std::string other;
    for (const Binding& binding : earlier)
      if (binding.variable == variable) other = binding.name;
    const auto exists = [&](const std::string& full) { return !names_.variables().resolve(full).empty(); };
    for (const ClauseDeclaration& clause : item_.clauses) {
      if (item_.binding(clause.name) != nullptr) continue;
      for (const std::string& full : scope_.find(clause.name, exists))
        if (std::ranges::count(names_.variables().resolve(full), variable) > 0) other = clause.name;
    }
    return other.empty() || fail(where, "and {} both stand for {}; each name needs a variable of its own", other,
                                 names_.variables().full_name(variable));
  }

  /// Adds an error that begins with the bound name. Returns false.
  template <class... Values>
  bool fail(const Location& where, fmt::format_string<Values...> message, Values&&... values) {
    errors_.add(where, fmt::format("{}::{}: bind: {} {}", user_.name, item_.name, formal_,
                                   fmt::format(message, std::forward<Values>(values)...)));
    return false;
  }

  const Names& names_;
  const ThornDeclaration& user_;
  const NameScope scope_;
  const ItemDeclaration& item_;
  ErrorList& errors_;
  std::string formal_; ///< the name that is bound now
};

} // namespace

std::vector<Binding> resolve_bindings(const Names& names, const ThornDeclaration& user, const ItemDeclaration& item,
                                      ErrorList& errors) {
  return Binder(names, user, item, errors).bind();
}

} // namespace nopal
