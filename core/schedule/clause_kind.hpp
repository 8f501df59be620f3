#pragma once
// What a clause of a declaration lets its routine do.

namespace nopal {

enum class ClauseKind { read, write, reduce };

} // namespace nopal
