#pragma once
// Which variables may stand in which list: norms, lines, planes, points.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::tsv {

/// Why the variable cannot stand in tsv.<list> on a grid of so many axes, and where it can; empty where it may.
std::string refusal(const Variables& variables, int dimension, int variable, const std::string& list);

/// The slots that the routine reads, each once, in order. What the list cannot hold is left out with a warning, once: a
/// parfile with such a list is refused, but lists may be changed while the run is going on.
std::vector<Slot> slots(const Call& call, const std::string& list);

} // namespace nopal::tsv
