#pragma once
// Opens plugin libraries.

#include "core/plugins/plugin.hpp"

#include <string>

namespace nopal {

/// Opens the library and returns what it exports. Errors name the library and this program: it cannot be opened,
/// the symbol is missing, the ABI version, the kind or the name is another. The handle is never closed.
const Plugin& load_plugin(const std::string& path, const std::string& kind, const std::string& name);

} // namespace nopal
