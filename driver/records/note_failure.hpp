#pragma once
// The reason of a sudden end, in the record of the run.

#include <string_view>

namespace nopal {

/// Changes a record (run.json), of a run that goes on, to one of a run that has failed for this reason, now. Does
/// nothing if the record cannot be read or written, is larger than a MiB, or says already how the run ended. Uses
/// nothing of the heap and is safe in signal handlers; one thread at a time may call it.
void note_failure_at_once(std::string_view path, std::string_view reason) noexcept;

} // namespace nopal
