#pragma once
// The variables that each of the lists norms, lines, planes and points takes.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::tsv {

/// Returns why tsv.<list> does not take the variable on a grid with `dimension` axes, and which list takes it. Empty:
/// tsv.<list> takes it.
std::string refusal(const Variables& variables, int dimension, int variable, const std::string& list);

/// Returns the slots that the routine reads, each once, in order. A variable that the list does not take is left out
/// with a warning. In a parfile it is an error; steering can still add it.
std::vector<Slot> slots(const Call& call, const std::string& list);

} // namespace nopal::tsv
