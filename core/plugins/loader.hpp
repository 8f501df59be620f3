#pragma once
// Opens plugin libraries.

#include "core/plugins/plugin.hpp"

#include <string_view>

namespace nopal {

/// Opens the library and returns what it exports. The same library again gives the same plugin. The handle is never
/// closed. Throws Error, with the names of the library and of this program, if the library cannot be opened, has no
/// plugin symbol, or has another ABI version, kind or name. Also throws Error if another library of this kind and name
/// was opened before.
const Plugin& load_plugin(std::string_view path, std::string_view kind, std::string_view name);

} // namespace nopal
