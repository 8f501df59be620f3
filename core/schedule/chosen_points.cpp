#include "core/schedule/chosen_points.hpp"

#include "core/schedule/clauses.hpp"
#include "core/schedule/item_names.hpp"
#include "core/schedule/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace nopal {

namespace {

/// Turns the name of a parameter that holds one keyword into its full name. Returns whether it is
/// one, and adds an error if not.
bool resolve_keyword(const Names& names, const ItemTree::Item& item, std::string& name, const Location& where,
                     ErrorList& errors) {
  name = parameter_of_type(names, item, name, ParameterType::keyword, true, "points:", where, errors);
  const ParameterDeclaration* const parameter = names.parameters().find(name);
  if (parameter == nullptr) return false;
  if (!parameter->is_array) return true;
  errors.add(where, fmt::format("{}: points: names {}, which is {}; a face has one keyword: name a parameter of type "
                                "keyword",
                                item.full_name(), name, parameter->allowed()));
  return false;
}

} // namespace

bool resolve_points(const Names& names, const ItemTree::Item& item, PointsDeclaration& points, ErrorList& errors) {
  bool right = true;
  const auto resolve = [&](std::string& name, ParameterType type, bool scalar_too = false) {
    if (name.empty()) return;
    name = parameter_of_type(names, item, name, type, scalar_too, "points:", points.where, errors);
    right = right && !name.empty();
  };
  for (std::string& name : points.faces) right = resolve_keyword(names, item, name, points.where, errors) && right;
  if (!points.otherwise.empty()) right = resolve_keyword(names, item, points.otherwise, points.where, errors) && right;
  for (std::string* name : {&points.through, &points.lower, &points.upper, &points.at})
    resolve(*name, ParameterType::real);
  for (std::string* name : {&points.planes, &points.normal}) resolve(*name, ParameterType::keyword);
  resolve(points.stride, ParameterType::integer);
  resolve(points.interpolation, ParameterType::keyword, true);
  return right && check_interpolations(points, item.full_name(), names.parameters(), errors) &&
         check_faces(points, item.full_name(), names.parameters(), errors);
}

void check_chosen(const Names& names, const ItemTree::Item& item, const Routine& routine, ErrorList& errors) {
  const std::vector<ClauseDeclaration>& clauses = item.declaration->clauses;
  const auto has_points = [](const ClauseDeclaration& clause) { return clause.points.has_value(); };
  if (std::ranges::none_of(clauses, has_points)) return;
  std::map<std::pair<Access, Slot>, const ClauseDeclaration*> named;
  for (const ClauseDeclaration& clause : clauses) {
    Routine alone;
    ErrorList reported; // build() has added these errors
    resolve_clause(names.variables(), variables_of(names, item, routine, clause, reported), clause, false, alone,
                   reported);
    for (const Clause& each : clause.access == Access::write ? alone.writes : alone.reads) {
      const auto [known, fresh] = named.emplace(std::pair{each.access, each.slot}, &clause);
      if (!fresh && (clause.points || known->second->points))
        errors.add(clause.where,
                   fmt::format("{}: \"{}\" names {}, and so does \"{}\", but one of them has points: "
                               "name it once, or use two functions",
                               item.full_name(), clause.text, names.variables().text(each.slot), known->second->text));
    }
  }
  for (const ClausesFromParameter& from : item.declaration->following)
    for (const ClauseDeclaration& clause : clauses)
      if (clause.points && from.access == clause.access)
        errors.add(clause.where, fmt::format("{}: \"{}\" has points, and {{from: {}}} stands beside it: use two "
                                             "functions",
                                             item.full_name(), clause.text, from.from));
}

} // namespace nopal
