#pragma once
// Clauses as written become slots and regions.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

#include <vector>

namespace nopal {

/// Adds to `clauses`, joining what names the same slot; reads and reductions stay apart.
void merge(std::vector<Clause>& clauses, const Clause& clause);

/// Resolves one clause of a routine of `user` and merges it in. `all_timelevels`: a clause without a timelevel means
/// every timelevel. Defaults: timelevel 0; everywhere for a read, interior for a write. Scalars and arrays have the
/// interior only. Reductions are of the owned points; of scalars, arrays and what is complex they are ordinary reads.
void resolve_clause(const Names& names, const ThornDeclaration& user, const ClauseDeclaration& declaration,
                    Access access, bool all_timelevels, std::vector<Clause>& clauses, ErrorList& errors);

/// The clauses (reads or reductions) that a string-array parameter lists: owned points of timelevel 0. `in_texts`: it
/// lists texts such as "norm2(wavetoy::phi) < 1e-6", and what they name with its thorn is meant. Errors stand at the
/// parameter's value.
std::vector<Clause> clauses_from_parameter(const std::string& full_name, bool in_texts, Access access,
                                           const MomentsWanted& moments, const Parameters& parameters,
                                           const Variables& variables, ErrorList& errors);

/// What the reductions that a keyword-array parameter lists are made of.
MomentsWanted wanted_by_parameter(const std::string& full_name, const Parameters& parameters, ErrorList& errors);
/// What reductions are made of. `whose`, where they stand, is for the error of a word that is none.
MomentsWanted wanted_by_words(const std::vector<std::string>& words, const std::string& whose, const Location& where,
                              ErrorList& errors);

} // namespace nopal
