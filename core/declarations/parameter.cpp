#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/reader.hpp"
#include "core/yaml/scalars.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool read_length(const std::string& text, ParameterDeclaration& parameter) {
  if (text.empty()) return true;
  parameter.length = parse_number<std::size_t>(text);
  return parameter.length.value_or(0) > 0;
}

// `real`, `real[]`, `real[3]`
bool read_type(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const yaml::Entry* entry = fields.require("type", "type: real");
  if (!entry) return false;
  const std::string text = entry->value.text;
  const auto bracket = text.find('[');
  const std::string word = text.substr(0, bracket);
  const auto found = std::find(parameter_types.begin(), parameter_types.end(), word);
  bool good = entry->value.is_scalar() && found != parameter_types.end();
  if (good && bracket != std::string::npos) {
    parameter.is_array = true;
    good = text.back() == ']' && read_length(text.substr(bracket + 1, text.size() - bracket - 2), parameter);
  }
  if (good) {
    parameter.type = static_cast<ParameterType>(found - parameter_types.begin());
    return true;
  }
  const std::string advice = found == parameter_types.end() ? did_you_mean(word, parameter_types) : "";
  fields.error(*entry, "found " + entry->value.describe() + advice +
                           ", expected bool, int, real, string or keyword, with [] or [3] after it for an array");
  return false;
}

void add_range(yaml::Fields& fields, const yaml::Node& node, ParameterDeclaration& parameter) {
  if (!node.is_scalar()) return fields.error(node.where, "range: " + node.mismatch("a range"));
  try {
    Range range = parse_range(node.text);
    if (range.step && parameter.type != ParameterType::integer) throw Error("only int parameters may have a step");
    parameter.ranges.push_back(std::move(range));
  } catch (const Error& error) {
    fields.error(node.where, std::string("range: ") + error.what());
  }
}

void read_ranges(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const yaml::Entry* entry = fields.find("range");
  if (!entry) return;
  if (parameter.type == ParameterType::integer || parameter.type == ParameterType::real)
    for (const yaml::Node& node : entry->value.each()) add_range(fields, node, parameter);
  else
    fields.error(*entry, "only int and real parameters have a range; this one is of type " + to_string(parameter.type));
}

void read_choices(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const bool is_keyword = parameter.type == ParameterType::keyword;
  const std::string example = "choices: {standing: A standing wave, plane: A plane wave}";
  const yaml::Entry* entry = is_keyword ? fields.require("choices", example) : fields.find("choices");
  if (!entry) return;
  if (!is_keyword)
    return fields.error(*entry,
                        "only keyword parameters have choices; this one is of type " + to_string(parameter.type));
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields.error(*entry, entry->value.mismatch("names and descriptions: write " + example));
  for (const yaml::Entry& choice : entry->value.entries) {
    if (!is_identifier(choice.key))
      fields.error(choice.where, "choices: found \"" + choice.key + "\"; " + identifier_rule);
    if (!choice.value.is_scalar())
      fields.error(choice.value.where, "choices: " + choice.key + ": " + choice.value.mismatch("a description"));
    parameter.choices.emplace_back(choice.key, choice.value.text);
  }
}

void add_word(yaml::Fields& fields, const yaml::Entry& word, ParameterDeclaration& parameter) {
  if (!is_identifier(word.key)) fields.error(word.where, "words: found \"" + word.key + "\"; " + identifier_rule);
  const auto number = yaml::read_integer(word.value);
  if (!number.value) return fields.error(word.value.where, "words: " + word.key + ": " + number.problem);
  for (const auto& [name, other] : parameter.words)
    if (other == *number.value)
      fields.error(word.value.where, "words: " + word.key + " and " + name + " stand for the same number: remove one");
  parameter.words.emplace_back(word.key, *number.value);
}

void read_words(yaml::Fields& fields, ParameterDeclaration& parameter) {
  const yaml::Entry* entry = fields.find("words");
  if (!entry) return;
  if (parameter.type != ParameterType::integer)
    return fields.error(*entry, "only int parameters have words; this one is of type " + to_string(parameter.type));
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields.error(*entry, entry->value.mismatch("words and their numbers: write words: {auto: -1}"));
  for (const yaml::Entry& word : entry->value.entries) add_word(fields, word, parameter);
}

} // namespace

std::optional<ParameterDeclaration> read_parameter(const std::string& thorn, const yaml::Entry& entry,
                                                   ErrorList& errors) {
  const std::string what = "parameter \"" + entry.key + "\"";
  const std::size_t errors_before = errors.count();
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
  parameter.steerable = fields.choice(
      "steerable", {{"never", Steerable::never}, {"recover", Steerable::recover}, {"always", Steerable::always}},
      Steerable::never);
  if (typed) {
    read_ranges(fields, parameter);
    read_choices(fields, parameter);
    read_words(fields, parameter);
  } else {
    fields.find("range");
    fields.find("choices");
    fields.find("words");
  }
  fields.finish();
  // The default is checked only if the rest of the declaration is right.
  if (default_entry && errors.count() == errors_before)
    parameter.default_value = interpret(default_entry->value, parameter, what + ": default", errors);
  parameter.default_is_wrong = default_entry && !parameter.default_value;
  if (!typed) return std::nullopt;
  return parameter;
}

} // namespace nopal
