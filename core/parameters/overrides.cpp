#include "core/parameters/overrides.hpp"

#include "core/base/identifier.hpp"

namespace nopal {

std::optional<Override> parse_override(const std::string& text, ErrorList& errors) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto refuse = [&](const std::string& why) {
    errors.add({"--set " + text, 0, 0}, why + "; write --set thorn.parameter=value");
    return std::nullopt;
  };
  if (equals == std::string::npos) return refuse("found no \"=\"");
  const auto dot = name.find('.');
  if (dot == std::string::npos) return refuse("found \"" + name + "\" without a \".\" between thorn and parameter");
  Override result;
  result.thorn = name.substr(0, dot);
  result.parameter = name.substr(dot + 1);
  if (!is_identifier(result.thorn) || !is_identifier(result.parameter))
    return refuse("found \"" + name + "\", which does not name a thorn and a parameter");
  auto value = yaml::parse(text.substr(equals + 1), "--set " + name, errors, false);
  if (!value) return std::nullopt;
  result.value = std::move(*value);
  return result;
}

} // namespace nopal
