#include "driver/provenance/parameters_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

std::string on_one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

} // namespace

std::string parameters_text(const Parameters& parameters, const std::string& description,
                            const std::vector<std::string>& thorns) {
  std::string text = "# All parameters of a run. The comments say where the values come from. `nopal run` takes this "
                     "file.\n";
  if (!description.empty()) text += fmt::format("description: {}\n", Value{false, {description}}.text());
  Value active{true, {}};
  active.items.assign(thorns.begin(), thorns.end());
  text += fmt::format("thorns: {}\n", active.text());
  std::string section;
  for (const ParameterDeclaration* declaration : parameters.all()) {
    const std::string name = declaration->full_name();
    if (declaration->thorn != section) text += fmt::format("{}:\n", declaration->thorn);
    section = declaration->thorn;
    // A default is written as a comment, because it can matter whether a parameter was set (`every:`).
    const bool is_set = parameters.is_set(name);
    text += fmt::format("  {}{}: {}  # {}\n", is_set ? "" : "# ", declaration->name, parameters.text(name),
                        is_set ? on_one_line(parameters.where(name).text()) : "default");
  }
  return text;
}

} // namespace nopal
