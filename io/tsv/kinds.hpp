#pragma once
// Which variables may stand in which list: norms, lines, planes, points.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::tsv {

/// Why the variable cannot stand in tsv.<list>, and where it can; empty where it may.
std::string refusal(const Variables& variables, int variable, const std::string& list);

/// The slots that the routine reads, each once, in order. Error where the list, which may be changed while the run is
/// going on, holds what it cannot.
std::vector<Slot> slots(const Call& call, const std::string& list);

} // namespace nopal::tsv
