#pragma once
// Compares the extents that clauses declare with the offsets at which kernels read.

#include "core/check/finding.hpp"
#include "core/check/recorded_reads.hpp"
#include "core/schedule/routine.hpp"

#include <vector>

namespace nopal {

/// Returns the clause for this slot, or null.
const Clause* find_clause(const std::vector<Clause>& clauses, Slot slot);

/// Whether the declaration says how far the kernel reads. The schedule completes clauses of stages that do not say it,
/// so the library is asked.
bool declares_extent(const BoundKernel& kernel, const Clause& clause);

/// Returns the extent that a clause should declare if its kernel makes these reads: what it reads, if its body has no
/// branches (`complete`); otherwise what is declared, and what it reads beyond that. The clause has an extent.
Extent fitting_extent(const Clause& clause, const std::vector<RecordedRead>& reads, bool complete);

/// Returns a finding for the worst read outside of the extent that the clause declares, or nothing. It is an error if
/// the read always happens, and a warning if it is in a branch. `fitting` is the extent that the fix declares.
std::optional<Finding> narrow_extent(const Variables& variables, const Routine& routine, const Clause& clause,
                                     const std::vector<RecordedRead>& reads, const Extent& fitting);

} // namespace nopal
