#include "core/schedule/schedule.hpp"
#include "core/yaml/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// Reads "- evol: Each iteration; …": a name and its description.
void read_bin(const yaml::Node& node, std::vector<Bin>& bins, ErrorList& errors) {
  if (node.kind != yaml::Kind::map || node.entries.size() != 1 || !node.entries.front().value.is_scalar()) {
    errors.add(node.where, fmt::format("a bin is written \"name: description\", found {}", node.describe()));
    return;
  }
  const yaml::Entry& entry = node.entries.front();
  const bool known = std::any_of(bins.begin(), bins.end(), [&](const Bin& bin) { return bin.name == entry.key; });
  if (known)
    errors.add(entry.where, fmt::format("bin \"{}\" is listed twice", entry.key));
  else
    bins.push_back({entry.key, entry.value.text});
}

} // namespace

std::vector<Bin> read_bins(const std::string& path) {
  ErrorList errors;
  std::vector<Bin> bins;
  const auto text = yaml::read_text(path, errors);
  const auto root = text ? yaml::parse(*text, path, errors) : std::nullopt;
  if (root) {
    yaml::Fields fields(*root, "bins", errors);
    const yaml::Entry* list = fields.require("bins", "bins: [startup: Once, before anything else]");
    if (list != nullptr && list->value.kind != yaml::Kind::sequence)
      fields.error(*list, fmt::format("found {}, expected a list of bins", list->value.describe()));
    if (list != nullptr)
      for (const yaml::Node& node : list->value.items) read_bin(node, bins, errors);
    if (errors.empty() && bins.empty()) fields.error(*list, "lists no bin");
    fields.finish();
  }
  errors.raise_if_any();
  return bins;
}

} // namespace nopal
