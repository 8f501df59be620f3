#include "settings.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace nopal::mesh {

Entry parse_entry(const std::string& text, const std::string& parameter, const Parameters& parameters,
                  std::size_t most) {
  const std::size_t equals = text.find('=');
  const auto refuse = [&](const std::string& why) {
    throw Error(parameters.where(parameter),
                fmt::format("{}: \"{}\": {}; write \"thorn::name = dataset\"", parameter, text, why));
  };
  if (equals == std::string::npos) refuse("there is no \"=\"");
  Entry entry{std::string(trimmed(std::string_view(text).substr(0, equals))), {}};
  if (entry.name.find("::") == std::string::npos) refuse("the name before \"=\" has no thorn");
  for (std::size_t first = equals + 1; first <= text.size();) {
    const std::size_t comma = std::min(text.find(',', first), text.size());
    const std::string dataset(trimmed(std::string_view(text).substr(first, comma - first)));
    if (dataset.empty()) refuse("a dataset has no name");
    entry.datasets.push_back(dataset);
    first = comma + 1;
  }
  if (entry.datasets.size() > most)
    refuse(fmt::format("there are {} datasets, expected {}", entry.datasets.size(), most == 1 ? "one" : "at most two"));
  return entry;
}

std::string mesh_path(const Parameters& parameters) {
  const std::filesystem::path path = parameters.string("mesh::file");
  const std::filesystem::path parfile = parameters.where("mesh::file").file;
  return path.is_relative() && parfile.extension() == ".yaml" ? (parfile.parent_path() / path).string() : path.string();
}

std::vector<Entry> entries(const std::string& parameter, const Parameters& parameters, std::size_t most) {
  std::vector<Entry> result;
  for (const std::string& text : parameters.strings(parameter))
    result.push_back(parse_entry(text, parameter, parameters, most));
  return result;
}

} // namespace nopal::mesh
