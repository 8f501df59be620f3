#pragma once
// Opens plugin libraries.

#include "core/plugins/plugin.hpp"

#include <string>

namespace nopal {

/// Opens the library and returns what it exports. Errors name the library and this program: it cannot be opened,
/// the symbol is missing, the ABI version, the kind or the name is another, or another library of this
/// kind and name was opened before (both paths are named). The same library again gives the same plugin.
/// The handle is never closed.
const Plugin& load_plugin(const std::string& path, const std::string& kind, const std::string& name);

} // namespace nopal
