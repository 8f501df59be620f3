#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

// Returns what is wrong with the parameter of a splitter. Empty: nothing, as far as the thorn's own declaration tells.
std::string mistake_in_parameter(const std::string& name, const ThornDeclaration& thorn) {
  std::vector<std::string> names;
  for (const ParameterDeclaration& parameter : thorn.parameters) {
    names.push_back(parameter.name);
    if (name != parameter.name && name != parameter.full_name()) continue;
    if (parameter.type != ParameterType::integer || parameter.is_array)
      return "the parameter \"" + name + "\" is of type " + parameter.type_text() + ", expected an int";
    if (parameter.steerable == Steerable::always)
      return "the parameter \"" + name +
             "\" may change during a run, but a splitter stays where it is: write \"steerable: recover\" or "
             "\"steerable: never\"";
    return "";
  }
  if (!thorn.inherits.empty()) return ""; // it may belong to another thorn
  return "\"" + name + "\" is no parameter of " + thorn.name + did_you_mean(name, names);
}

} // namespace

VerticalAxis axis_of(const ThornDeclaration& thorn) {
  std::vector<std::string> names;
  for (const SplitterDeclaration& splitter : thorn.splitters) names.push_back(splitter.name);
  return VerticalAxis(names);
}

std::optional<SplitterDeclaration> read_splitter(const ThornDeclaration& thorn, const yaml::Entry& entry,
                                                 ErrorList& errors) {
  const std::string what = "splitter \"" + entry.key + "\": ";
  try {
    const VerticalAxis axis({entry.key}); // throws if the name is not allowed
  } catch (const Error& error) {
    errors.add(entry.where, what + error.what());
    return std::nullopt;
  }
  const yaml::Node& value = entry.value;
  if (!value.is_scalar() || !is_qualified_identifier(value.text))
    errors.add(value.where, what + value.mismatch("the name of an int parameter: how many points of the axis lie "
                                                  "below the splitter"));
  else if (const std::string mistake = mistake_in_parameter(value.text, thorn); !mistake.empty())
    errors.add(value.where, what + mistake);
  return SplitterDeclaration{entry.key, value.text, entry.where};
}

} // namespace nopal
