#pragma once
// Local fields: what one call writes and the next one reads, and nobody else.

#include "core/schedule/schedule.hpp"

#include <span>

namespace nopal {

/// Returns whether the values of a field go from each routine that writes it to the next one only. In the whole
/// schedule, each routine that may ever read the field, also after a request or after steering, comes after a routine
/// that has just written all that it reads: none that reads or writes the field runs between them, and the writer runs
/// once before each call of the reader.
bool is_handed_on(Slot slot, const Schedule& schedule, const Variables& variables, const Parameters& parameters);

/// Returns whether nobody misses the values of a field that the calls write, if they are lost when the last one has
/// returned: the field is handed on, the first of the calls that uses it writes it, and the last one only reads it.
/// `calls` are called one after the other.
bool is_local(Slot slot, std::span<const Routine* const> calls, const Schedule& schedule, const Variables& variables,
              const Parameters& parameters);

} // namespace nopal
