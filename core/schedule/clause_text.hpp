#pragma once
// Writes a clause as text, as in a declaration.

#include "core/grid/region.hpp"
#include "core/stencils/extent.hpp"
#include "core/variables/access.hpp"
#include "core/variables/variables.hpp"

#include <optional>

namespace nopal {

/// "phi", or "wave::phi" if the variable belongs to another thorn than `thorn`.
std::string local_name(const Variables& variables, const std::string& thorn, int variable);
/// As local_name(), but for the variable's group.
std::string local_group(const Variables& variables, const std::string& thorn, int variable);

/// "phi@1", or "wave::phi@1".
std::string slot_text(const Variables& variables, const std::string& thorn, Slot slot);

/// The slot as clauses name it: "phi", "phi@1", or "wave::phi@1".
std::string clause_name(const Variables& variables, const std::string& thorn, Slot slot);

/// "phi@1(owned)". Scalars and arrays have no region. The text has no region if `region` equals `otherwise`.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region,
                        Region otherwise = Region::none);

/// A clause with its key: `reads: ["phi@1<-1:1>(owned)"]` or `writes: [phi]`. It has no timelevel 0, and no region if
/// the clause means the same without one.
std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access,
                       const std::optional<Extent>& extent = {});

} // namespace nopal
