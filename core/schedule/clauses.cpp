#include "core/schedule/clauses.hpp"

#include "core/reductions/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

/// The region of a clause; `none` after an error.
Region region_of(const Names& names, int variable, const ClauseDeclaration& declaration, Access access,
                 ErrorList& errors) {
  const bool is_gf = names.variables().group_of(variable).kind == GroupKind::gf;
  if (is_gf && access == Access::reduce) return Region::owned;
  if (is_gf) return declaration.region.value_or(access == Access::read ? Region::everywhere : Region::interior);
  if (!declaration.region || covers(*declaration.region, Region::interior)) return Region::interior;
  errors.add(declaration.where,
             fmt::format("\"{}\": {} is {} {}, which has no {}: leave the region out", declaration.text,
                         names.variables().full_name(variable),
                         names.variables().group_of(variable).kind == GroupKind::array ? "an" : "a",
                         to_string(names.variables().group_of(variable).kind), to_string(*declaration.region)));
  return Region::none;
}

/// Whether reductions of the variable are more than a read.
bool can_be_reduced(const Variables& variables, int variable) {
  const Group& group = variables.group_of(variable);
  return group.kind == GroupKind::gf && group.type != Type::complex;
}

/// Words of the text that hold "::".
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
    return;
  }
  clauses.push_back(clause);
}

void resolve_clause(const Names& names, const ThornDeclaration& user, const ClauseDeclaration& declaration,
                    Access access, bool all_timelevels, std::vector<Clause>& clauses, ErrorList& errors) {
  for (const int variable : names.variables(user, declaration.name, declaration.where, errors)) {
    const Region region = region_of(names, variable, declaration, access, errors);
    if (!any(region)) return;
    const int timelevels = names.variables().timelevels(variable);
    if (declaration.timelevel && *declaration.timelevel >= timelevels) {
      errors.add(declaration.where,
                 fmt::format("\"{}\" asks for timelevel {} of {}, which has {} (timelevels: {}): use {}, or raise "
                             "timelevels: of group {}",
                             declaration.text, *declaration.timelevel, names.variables().full_name(variable),
                             timelevels == 1 ? "timelevel 0 only" : fmt::format("timelevels 0 to {}", timelevels - 1),
                             timelevels, timelevels == 1 ? "@0" : fmt::format("@0 to @{}", timelevels - 1),
                             names.variables().group_of(variable).full_name()));
      return;
    }
    const int first = declaration.timelevel.value_or(0);
    const int last = declaration.timelevel ? first : all_timelevels ? timelevels - 1 : 0;
    const Access resolved =
        access == Access::reduce && !can_be_reduced(names.variables(), variable) ? Access::read : access;
    for (int timelevel = first; timelevel <= last; ++timelevel)
      merge(clauses, {{variable, timelevel}, region, declaration.where, resolved});
  }
}

std::vector<Clause> clauses_from_parameter(const std::string& full_name, bool in_texts, Access access,
                                           const MomentsWanted& moments, const Parameters& parameters,
                                           const Variables& variables, ErrorList& errors) {
  std::vector<std::string> names;
  for (const std::string& item : parameters.strings(full_name))
    for (const std::string& name : in_texts ? full_names_in(item) : std::vector{item}) names.push_back(name);
  std::vector<Clause> clauses;
  const Location where = parameters.where(full_name);
  for (const std::string& name : names) {
    const std::vector<int> found = variables.resolve(name);
    if (found.empty())
      errors.add(where, fmt::format("{} {} \"{}\", which is no variable or group of an active thorn{}", full_name,
                                    in_texts ? "names" : "lists", name, suggest_full_name(name, variables.names())));
    for (const int variable : found) {
      const bool is_gf = variables.group_of(variable).kind == GroupKind::gf;
      merge(clauses, {{variable, 0},
                      is_gf ? Region::owned : Region::interior,
                      where,
                      access == Access::reduce && !can_be_reduced(variables, variable) ? Access::read : access,
                      moments});
    }
  }
  return clauses;
}

MomentsWanted wanted_by_parameter(const std::string& full_name, const Parameters& parameters, ErrorList& errors) {
  return wanted_by_words(parameters.strings(full_name), full_name, parameters.where(full_name), errors);
}

MomentsWanted wanted_by_words(const std::vector<std::string>& words, const std::string& whose, const Location& where,
                              ErrorList& errors) {
  std::vector<Reduction> which;
  for (const std::string& word : words) {
    if (const auto reduction = reduction_from_string(word))
      which.push_back(*reduction);
    else
      errors.add(where,
                 fmt::format("{} lists \"{}\", which is no reduction; there are {}", whose, word, reduction_words()));
  }
  return moments_for(which);
}

} // namespace nopal
