#include "core/schedule/clauses.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/reductions/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace nopal {

namespace {

/// The region of a clause; empty after an error.
std::optional<Region> region_of(const Variables& variables, int variable, const ClauseDeclaration& declaration,
                                Region otherwise, ErrorList& errors) {
  const Group& group = variables.group_of(variable);
  if (group.kind == GroupKind::gf || (group.kind == GroupKind::dat && !declaration.extent))
    return declaration.region.value_or(otherwise);
  const auto refuse = [&](const std::string& what, const char* fix) {
    errors.add(declaration.where,
               fmt::format("\"{}\": {} is {} {}, which has no {}: leave the {} out", declaration.text,
                           variables.full_name(variable), group.kind == GroupKind::array ? "an" : "a",
                           to_string(group.kind), what, fix));
    return std::nullopt;
  };
  if (declaration.extent) return refuse("points around a point", "extent");
  if (!declaration.region || covers(*declaration.region, Region::interior)) return Region::interior;
  return refuse(to_string(*declaration.region), "region");
}

/// The timelevels of a clause, first and last; {0, -1} after an error.
std::pair<int, int> timelevels_of(const Variables& variables, int variable, const ClauseDeclaration& declaration,
                                  bool all_timelevels, ErrorList& errors) {
  const int timelevels = variables.timelevels(variable);
  if (!declaration.timelevel) return {0, all_timelevels ? timelevels - 1 : 0};
  if (*declaration.timelevel < timelevels) return {*declaration.timelevel, *declaration.timelevel};
  errors.add(declaration.where,
             fmt::format("\"{}\" asks for timelevel {} of {}, which has {} (timelevels: {}): use {}, or raise "
                         "timelevels: of group {}",
                         declaration.text, *declaration.timelevel, variables.full_name(variable),
                         timelevels == 1 ? "timelevel 0 only" : fmt::format("timelevels 0 to {}", timelevels - 1),
                         timelevels, timelevels_text(timelevels), variables.group_of(variable).full_name()));
  return {0, -1};
}

/// Whether reductions of the variable can run where it is valid. If not, a reduction counts as a read.
bool can_be_reduced(const Variables& variables, int variable) {
  const Group& group = variables.group_of(variable);
  return (group.kind == GroupKind::gf || group.kind == GroupKind::dat) && group.type != Type::complex;
}

/// The words of the text that contain "::".
std::vector<std::string> full_names_in(std::string_view text) {
  constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:";
  std::vector<std::string> names;
  for (std::size_t begin = text.find_first_of(of_names); begin < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(of_names, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (word.find("::") != std::string_view::npos) names.emplace_back(word);
    begin = text.find_first_of(of_names, end);
  }
  return names;
}

} // namespace

void merge(std::vector<Clause>& clauses, const Clause& clause) {
  for (Clause& present : clauses) {
    if (present.slot != clause.slot || present.access != clause.access) continue;
    present.region |= clause.region;
    present.moments |= clause.moments;
    if (clause.points != present.points) present.points = nullptr;
    if (clause.extent) present.extent = mee(present.extent, *clause.extent);
    return;
  }
  clauses.push_back(clause);
}

std::vector<Clause> clauses_of_variable(const Variables& variables, int variable, const ClauseDeclaration& declaration,
                                        Region otherwise, bool all_timelevels, ErrorList& errors) {
  std::vector<Clause> clauses;
  const std::optional<Region> region = region_of(variables, variable, declaration, otherwise, errors);
  if (!region) return clauses;
  if (declaration.access == Access::interpolate && variables.group_of(variable).kind != GroupKind::gf) {
    errors.add(declaration.where,
               fmt::format("\"{}\": {} is {} {}, but only grid functions have values at points: list it under reads:",
                           declaration.text, variables.full_name(variable),
                           variables.group_of(variable).kind == GroupKind::array ? "an" : "a",
                           to_string(variables.group_of(variable).kind)));
    return clauses;
  }
  const bool reads = declaration.access == Access::reduce && !can_be_reduced(variables, variable);
  const auto [first, last] = timelevels_of(variables, variable, declaration, all_timelevels, errors);
  for (int timelevel = first; timelevel <= last; ++timelevel)
    clauses.push_back({.slot = {variable, timelevel},
                       .region = *region,
                       .where = declaration.where,
                       .access = reads ? Access::read : declaration.access,
                       .extent = declaration.extent});
  return clauses;
}

void resolve_clause(const Variables& all, const std::vector<int>& variables, const ClauseDeclaration& declaration,
                    bool all_timelevels, Routine& routine, ErrorList& errors) {
  const Access access = declaration.access;
  const Region otherwise = routine.stage >= 0                                          ? Region::none
                           : access == Access::reduce || access == Access::interpolate ? Region::owned
                           : access == Access::read                                    ? Region::everywhere
                                                                                       : Region::interior;
  std::vector<Clause>& clauses = access == Access::write ? routine.writes : routine.reads;
  for (const int variable : variables) {
    const std::vector<Clause> found =
        clauses_of_variable(all, variable, declaration, otherwise,
                            all_timelevels && access != Access::reduce && access != Access::interpolate, errors);
    if (found.empty()) return;
    for (const Clause& clause : found) merge(clauses, clause);
  }
}

std::vector<int> active_variables(const Variables& variables, const std::string& full_name, const std::string& whose,
                                  const Location& where, ErrorList& errors) {
  std::vector<int> found = variables.resolve(full_name);
  if (found.empty())
    errors.add_unknown(where, "variable", split_name(full_name).name,
                       fmt::format("{}\"{}\"{} no variable or group of an active thorn{}",
                                   whose.empty() ? "" : whose + " ", full_name, whose.empty() ? " is" : ", which is",
                                   suggest_full_name(full_name, variables.names())));
  return found;
}

std::vector<Clause> clauses_from_parameter(const std::string& full_name, const ClausesFromParameter& from,
                                           const MomentsWanted& moments, const Parameters& parameters,
                                           const Variables& variables, ErrorList& errors) {
  std::vector<Clause> clauses;
  const Location where = parameters.where(full_name);
  const std::string whose = full_name + (from.in_texts ? " names" : " lists");
  const Region otherwise = from.access == Access::write ? Region::interior : Region::owned;
  for (const std::string& item : parameters.strings(full_name)) {
    if (item.empty() && !parameters.find(full_name)->is_array) continue;
    for (const std::string& name : from.in_texts ? full_names_in(item) : std::vector{item}) {
      const ClauseDeclaration declaration{name, from.timelevel, from.region, where, name, from.access};
      for (const int variable : active_variables(variables, name, whose, where, errors)) {
        if (from.access == Access::interpolate && variables.group_of(variable).kind != GroupKind::gf) {
          errors.add(where, fmt::format("{} {}, but only grid functions have values at points: leave it out", whose,
                                        variables.full_name(variable)));
          continue;
        }
        if (variables.group_of(variable).temporary)
          errors.add(where,
                     fmt::format("{} {}, {}: leave it out", whose, variables.full_name(variable), temporary_rule));
        for (Clause clause : clauses_of_variable(variables, variable, declaration, otherwise, false, errors)) {
          clause.moments = moments;
          merge(clauses, clause);
        }
      }
    }
  }
  return clauses;
}

MomentsWanted wanted_by_words(const std::vector<std::string>& words, const std::string& whose, const Location& where,
                              ErrorList& errors) {
  std::vector<Reduction> which;
  for (const std::string& word : words) {
    if (const auto reduction = reduction_from_string(word))
      which.push_back(*reduction);
    else
      errors.add(where, fmt::format("{} lists \"{}\", which is no reduction; the reductions are {}", whose, word,
                                    reduction_words()));
  }
  return moments_for(which);
}

} // namespace nopal
