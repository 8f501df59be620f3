#pragma once

#include <cstddef>
#include <string>

namespace nopal {

/// "1.5 GiB"
std::string bytes_text(std::size_t bytes);

} // namespace nopal
