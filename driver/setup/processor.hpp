#pragma once
// The processor of this machine.

#include <string>

namespace nopal {

/// Returns the name of the processor as Linux gives it; else "". Times on processors of other names are not comparable.
std::string processor_name();

} // namespace nopal
