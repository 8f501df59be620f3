#pragma once
// Resolves written clauses to slots and regions.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

#include <vector>

namespace nopal {

/// Follows the name of a temporary in an error.
inline constexpr const char* temporary_rule = "which is a temporary and exists only inside a stencil";

/// Adds a clause. If the list has one of the same slot and access, the two become one, with both regions and the mee of
/// the extents that are declared. If only one of them names points, both together read all points.
void merge(std::vector<Clause>& clauses, const Clause& clause);

/// Resolves a clause for one of its variables. Without a region, a grid function has the region `otherwise`. Without a
/// timelevel, the clause means all timelevels or timelevel 0. Scalars and arrays have only an interior. A reduction of
/// a scalar, an array or a complex variable is an ordinary read, that of another one takes the owned points. Empty
/// after an error.
std::vector<Clause> clauses_of_variable(const Variables& variables, int variable, const ClauseDeclaration& declaration,
                                        Region otherwise, bool all_timelevels, ErrorList& errors);

/// Resolves a clause for each of its variables and adds the results to the routine. Without a region, a read means
/// everywhere, a write the interior, a reduction the owned points. For the kernel of a stage (routine.stage) it means
/// none: the stencil sets it.
void resolve_clause(const Variables& all, const std::vector<int>& variables, const ClauseDeclaration& declaration,
                    bool all_timelevels, Routine& routine, ErrorList& errors);

/// The variables that a full name means, of any active thorn. Empty after an error. The error message begins with
/// `whose`, for example "hdf5::variables lists". `whose` may be empty.
std::vector<int> active_variables(const Variables& variables, const std::string& full_name, const std::string& whose,
                                  const Location& where, ErrorList& errors);

/// The clauses of the variables that the parameter `full_name` names. Errors give the place of the parameter's value.
/// If `from.in_texts` is set, the parameter holds texts such as "norm2(wavetoy::phi) < 1e-6". Only the full names in
/// the texts matter.
std::vector<Clause> clauses_from_parameter(const std::string& full_name, const ClausesFromParameter& from,
                                           const MomentsWanted& moments, const Parameters& parameters,
                                           const Variables& variables, ErrorList& errors);

/// What must be computed for these reductions. Adds an error that begins with `whose` for a word that is no reduction.
MomentsWanted wanted_by_words(const std::vector<std::string>& words, const std::string& whose, const Location& where,
                              ErrorList& errors);

} // namespace nopal
