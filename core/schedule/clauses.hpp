#pragma once
// Clauses as written become slots and regions.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

#include <vector>

namespace nopal {

/// Adds to `clauses`, joining what names the same slot; reads and reductions stay apart.
void merge(std::vector<Clause>& clauses, const Clause& clause);

/// What a clause means that leaves out its region or its timelevel.
struct ClauseDefaults {
  Region region = Region::interior; ///< of grid functions
  bool all_timelevels = false;      ///< every timelevel; false: timelevel 0
};
/// A routine's clause without a region: a read means everywhere, a write the interior, a reduction the owned points.
ClauseDefaults clause_defaults(Access access, bool all_timelevels = false);

/// The slots that a clause means of one variable. Scalars and arrays have the interior only, and reductions of them and
/// of complex variables are ordinary reads. Empty after an error.
std::vector<Clause> clauses_of_variable(const Variables& variables, int variable, const ClauseDeclaration& declaration,
                                        Access access, const ClauseDefaults& defaults, ErrorList& errors);

/// Resolves one clause of a routine of `user` and merges it in.
void resolve_clause(const Names& names, const ThornDeclaration& user, const ClauseDeclaration& declaration,
                    Access access, bool all_timelevels, std::vector<Clause>& clauses, ErrorList& errors);

/// The variables of a full name, of any active thorn. Empty after an error. `whose`: "hdf5::variables lists", for the
/// error; may be empty.
std::vector<int> active_variables(const Variables& variables, const std::string& full_name, const std::string& whose,
                                  const Location& where, ErrorList& errors);

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
