#pragma once
// A parameter as a thorn declares it. The validator and the printed reference use the same declaration.

#include "core/base/error.hpp"
#include "core/parameters/range.hpp"
#include "core/parameters/value.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nopal {

namespace yaml {
struct Node;
}

/// When a parameter may change. never: it is fixed for a run and its recoveries. recover: when a run is recovered.
/// always: at any time.
enum class Steerable { never, recover, always };

struct ParameterDeclaration {
  std::string thorn;
  std::string name;
  ParameterType type = ParameterType::integer;
  bool is_array = false;             ///< `type: real[]`; `real[3]` fixes the length
  std::optional<std::size_t> length; ///< of a fixed-length array
  std::vector<Range> ranges;         ///< of int and real; the value lies in one; empty: any value
  std::vector<std::pair<std::string, std::string>> choices; ///< keyword: name and description, in order
  /// int: words that stand for numbers, in order. A parfile may write the word; what reads the value gets the number,
  /// which may lie outside of the ranges.
  std::vector<std::pair<std::string, std::int64_t>> words;
  std::optional<Value> default_value; ///< without one the parfile must set it
  bool default_is_wrong = false;      ///< its default is not allowed; the error was reported
  std::string unit;
  std::string description;
  Steerable steerable = Steerable::never;
  Location where;

  std::string full_name() const { return thorn + "::" + name; }
  /// "real[3]"
  std::string type_text() const;
  /// The value as a parfile would give it, with a word where one stands for the number.
  std::string text(const Value& value) const;
  /// Returns the position of a keyword's value among its choices. Kernels see this number.
  std::int64_t choice(const std::string& word) const;
  /// The allowed values, such as "int, 1:*" or "keyword: standing, gaussian, plane", for messages and the reference.
  std::string allowed() const;
};

/// Reads a YAML value by the declaration of its parameter: of a parfile, of --set, or a default. Returns nothing, and
/// adds an error for each item, if items have the wrong type, are out of range or are not among the choices. Each
/// message begins with `what`.
std::optional<Value> interpret(const yaml::Node& node, const ParameterDeclaration& declaration, const std::string& what,
                               ErrorList& errors);

} // namespace nopal
