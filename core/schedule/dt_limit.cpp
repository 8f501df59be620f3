#include "core/schedule/dt_limit.hpp"

#include "core/base/arithmetic.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/maths/maths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace nopal {

namespace {

/// A time step that is larger than allowed by this fraction counts as rounding.
constexpr double dt_rounding = 1e-12;

constexpr std::string_view axes[] = {"dx", "dy", "dz"};

bool is_of_grid(std::string_view name) {
  return std::find(std::begin(axes), std::end(axes), name) != std::end(axes) || name == "spacing" ||
         name == "dimension";
}

/// The value of dx, dy, dz, spacing or dimension.
double value_of_grid(std::string_view name, const Domain& domain) {
  const auto spacing = [&](int axis) {
    return domain.exists(axis) ? domain.spacing(axis) : std::numeric_limits<double>::infinity();
  };
  for (int axis = 0; axis < 3; ++axis)
    if (name == axes[axis]) return spacing(axis);
  if (name == "spacing") return std::min({spacing(0), spacing(1), spacing(2)});
  return domain.dimension();
}

double value_of_parameter(const Parameters& parameters, const std::string& full_name) {
  const Value& value = parameters.value(full_name);
  if (const auto* integer = std::get_if<std::int64_t>(&value.items.front())) return static_cast<double>(*integer);
  return std::get<double>(value.items.front());
}

/// The full names that may stand in a max_dt, apart from those of the grid.
std::vector<std::string> numbers(const Names& names) {
  std::vector<std::string> all;
  for (const ParameterDeclaration* parameter : names.parameters().all())
    if (!parameter->is_array && (parameter->type == ParameterType::real || parameter->type == ParameterType::integer))
      all.push_back(parameter->full_name());
  const Variables& variables = names.variables();
  for (int v = 0; v < variables.n_variables(); ++v)
    if (const Group& group = variables.group_of(v); group.kind == GroupKind::scalar && group.type != Type::complex)
      all.push_back(variables.full_name(v));
  return all;
}

/// With six digits, as messages show it.
double rounded_down(double value) {
  const double unit = maths::pow(10.0, std::floor(maths::log10(value)) - 5);
  return std::floor(value / unit) * unit;
}

} // namespace

std::optional<DtLimit> resolve_max_dt(const Names& names, const ThornDeclaration& thorn, ErrorList& errors) {
  DtLimit limit;
  limit.name = "max_dt of " + thorn.name;
  limit.expression = thorn.max_dt->expression;
  limit.where = thorn.max_dt->where;
  std::set<std::string> used;
  evaluate(limit.expression, [&](std::string_view name) {
    if (!is_of_grid(name)) used.emplace(name);
    return 1.0;
  });
  const NameScope scope(thorn);
  bool all_found = true;
  for (const std::string& name : used) {
    const std::string full = scope.resolve(
        name, "real or int parameter or scalar, or quantity of the grid (dx, dy, dz, spacing, dimension),",
        numbers(names), limit.where, errors);
    all_found = all_found && !full.empty();
    if (full.empty()) continue;
    const std::optional<int> variable = names.variables().find_variable(full);
    limit.names.emplace(name, variable ? Operand{*variable, "", {}} : Operand{-1, full, {}});
    if (variable && std::ranges::count(limit.variables, *variable) == 0) limit.variables.push_back(*variable);
  }
  return all_found ? std::optional(std::move(limit)) : std::nullopt;
}

double largest_dt(const DtLimit& limit, const Domain& domain, const Parameters& parameters,
                  const std::function<double(int)>& value_of) {
  return evaluate(limit.expression, [&](std::string_view name) {
    if (is_of_grid(name)) return value_of_grid(name, domain);
    const Operand& operand = limit.names.find(name)->second;
    return operand.variable < 0 ? value_of_parameter(parameters, operand.parameter) : value_of(operand.variable);
  });
}

std::string refusal_of_dt(const DtLimit& limit, const Domain& domain, double largest) {
  if (!(largest > 0)) return fmt::format("{}, {}, is {}: it must be positive", limit.name, limit.expression, largest);
  if (domain.spec().adaptive || domain.dt() <= largest * (1 + dt_rounding)) return "";
  const bool given = domain.spec().dt > 0;
  return fmt::format("the time step is {:.6g}, but {} at {}, {}, allows at most {:.6g}: set driver.{}: {:.6g} or less",
                     domain.dt(), limit.name, limit.where.text(), limit.expression, largest, dt_parameter(domain),
                     rounded_down(given ? largest : domain.spec().courant * (largest / domain.dt())));
}

std::string dt_parameter(const Domain& domain) { return domain.spec().dt > 0 ? "dt" : "courant"; }

} // namespace nopal
