#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"
#include "core/parameters/interpret.hpp"

#include <algorithm>
#include <charconv>

namespace nopal {

namespace {

const std::vector<std::pair<std::string, ParameterType>> types{{"bool", ParameterType::boolean},
                                                               {"int", ParameterType::integer},
                                                               {"real", ParameterType::real},
                                                               {"string", ParameterType::string},
                                                               {"keyword", ParameterType::keyword}};

bool read_length(const std::string& text, ParameterDeclaration& parameter) {
  if (text.empty()) return true;
  std::size_t length = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || stop != text.data() + text.size() || length == 0) return false;
  parameter.length = length;
  return true;
}

// `real`, `real[]`, `real[3]`
bool read_type(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const yaml::Entry* entry = fields.require("type", "type: real");
  if (!entry) return false;
  const std::string text = entry->value.text;
  const auto bracket = text.find('[');
  const std::string word = text.substr(0, bracket);
  const auto found = std::find_if(types.begin(), types.end(), [&](const auto& type) { return type.first == word; });
  bool good = entry->value.is_scalar() && found != types.end();
  if (good && bracket != std::string::npos) {
    parameter.is_array = true;
    good = text.back() == ']' && read_length(text.substr(bracket + 1, text.size() - bracket - 2), parameter);
  }
  if (good) {
    parameter.type = found->second;
    return true;
  }
  std::vector<std::string> names;
  for (const auto& type : types) names.push_back(type.first);
  const std::string advice = found == types.end() ? did_you_mean(word, names) : "";
  fields.error(*entry, "found " + entry->value.describe() + advice +
                           ", expected bool, int, real, string or keyword, with [] or [3] behind it for an array");
  return false;
}

void add_range(yaml::Fields& fields, const yaml::Node& node, ParameterDeclaration& parameter) {
  const auto reading = yaml::read_word(node);
  if (!reading.value) {
    fields.error(node.where, "range: " + reading.problem);
    return;
  }
  try {
    Range range = parse_range(*reading.value);
    if (range.step && parameter.type != ParameterType::integer) throw Error("a step is for int parameters only");
    parameter.ranges.push_back(std::move(range));
  } catch (const Error& error) {
    fields.error(node.where, std::string("range: ") + error.what());
  }
}

void read_ranges(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const yaml::Entry* entry = fields.find("range");
  if (!entry) return;
  if (parameter.type != ParameterType::integer && parameter.type != ParameterType::real) {
    fields.error(*entry, "only int and real parameters have a range; this one is of type " + to_string(parameter.type));
  } else if (entry->value.kind == yaml::Kind::sequence) {
    for (const yaml::Node& item : entry->value.items) add_range(fields, item, parameter);
  } else {
    add_range(fields, entry->value, parameter);
  }
}

void read_choices(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const bool is_keyword = parameter.type == ParameterType::keyword;
  const std::string example = "choices: {standing: A standing wave, plane: A plane wave}";
  const yaml::Entry* entry = is_keyword ? fields.require("choices", example) : fields.find("choices");
  if (!entry) return;
  if (!is_keyword) {
    fields.error(*entry, "only keyword parameters have choices; this one is of type " + to_string(parameter.type));
    return;
  }
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty()) {
    fields.error(*entry, "found " + entry->value.describe() + ", expected names and descriptions: write " + example);
    return;
  }
  for (const yaml::Entry& choice : entry->value.entries) {
    const auto description = yaml::read_word(choice.value);
    if (!is_identifier(choice.key))
      fields.error(choice.where, "choices: found \"" + choice.key + "\"; " + identifier_rule);
    if (!description.value)
      fields.error(choice.value.where,
                   "choices: " + choice.key + ": found " + choice.value.describe() + ", expected a description");
    parameter.choices.emplace_back(choice.key, description.value.value_or(""));
  }
}

Steerable read_steerable(yaml::Fields& fields) {
  const yaml::Entry* entry = fields.find("steerable");
  if (!entry || entry->value.text == "never") return Steerable::never;
  if (entry->value.text == "recover") return Steerable::recover;
  if (entry->value.text == "always") return Steerable::always;
  fields.error(*entry, "found " + entry->value.describe() + ", expected never, recover or always");
  return Steerable::never;
}

} // namespace

std::optional<ParameterDeclaration> read_parameter(const std::string& thorn, const yaml::Entry& entry,
                                                   ErrorList& errors) {
  const std::string what = "parameter \"" + entry.key + "\"";
  const std::size_t errors_before = errors.messages().size();
  ParameterDeclaration parameter;
  parameter.thorn = thorn;
  parameter.name = entry.key;
  parameter.where = entry.where;
  check_name(entry.key, "parameter", entry.where, errors);
  yaml::Fields fields(entry.value, what, errors);
  if (!fields.is_map()) return std::nullopt;
  const bool typed = read_type(fields, parameter);
  const yaml::Entry* default_entry = fields.find("default");
  parameter.unit = fields.word("unit");
  parameter.description = fields.word("description");
  parameter.steerable = read_steerable(fields);
  if (typed) {
    read_ranges(fields, parameter);
    read_choices(fields, parameter);
  } else {
    fields.find("range");
    fields.find("choices");
  }
  fields.finish();
  // The default is checked only if the rest of the declaration is right.
  if (default_entry && errors.messages().size() == errors_before)
    parameter.default_value = interpret(default_entry->value, parameter, what + ": default", errors);
  if (!typed) return std::nullopt;
  return parameter;
}

} // namespace nopal
