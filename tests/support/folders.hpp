#pragma once
// Where the tree lies. Only one file is compiled with these paths, so that another checkout finds the other ones in
// ccache.

#include <string>

namespace nopal {

/// The folder of the sources.
std::string source_folder();
/// The folder of the build.
std::string build_folder();

} // namespace nopal
