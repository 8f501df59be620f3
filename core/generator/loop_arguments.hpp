#pragma once
// The arguments of a loop over a set.

#include "core/declarations/set_loop.hpp"
#include "core/generator/generator.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns the name of a variable at a timelevel in a kernel's text: "phi" at timelevel 2 is phi_p_p.
std::string timelevel_name(std::string variable, int timelevel);

/// Returns the dats, the scalars that are read, and the totals of a loop, and adds the maps that it uses to `maps`. A
/// dat that is read and written at the loop's own element is one argument.
std::vector<ArgumentDeclaration> loop_arguments(const Topology& topology, const std::vector<LoopUse>& uses,
                                                LoopMaps& maps);

} // namespace nopal
