#pragma once
// The parameters of the thorn: which dataset of the file is what.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::mesh {

/// "thorn::name = dataset, more".
struct Entry {
  std::string name;                  ///< full name of a set, a map or a variable
  std::vector<std::string> datasets; ///< at least one
};

/// Parses a text of the parameter. It names at most `most` datasets. Throws Error, which names the place of the
/// parameter's value.
Entry parse_entry(const std::string& text, const std::string& parameter, const Parameters& parameters,
                  std::size_t most = 1);
/// Returns the path of the mesh. A relative path begins at the folder of the parfile, or at the current folder if the
/// command line sets it.
std::string mesh_path(const Parameters& parameters);
/// Parses all texts of a string[] parameter.
std::vector<Entry> entries(const std::string& parameter, const Parameters& parameters, std::size_t most = 1);

} // namespace nopal::mesh
