#pragma once
// What a thorn declares of a parameter. One declaration feeds the validator and the reference printer.

#include "core/base/location.hpp"
#include "core/parameters/range.hpp"
#include "core/parameters/value.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nopal {

/// When a parameter may change: never (fixed for a run and its recoveries), on recovery, or at any time.
enum class Steerable { never, recover, always };

struct ParameterDeclaration {
  std::string thorn;
  std::string name;
  ParameterType type = ParameterType::integer;
  bool is_array = false;                                    ///< `type: real[]`; `real[3]` fixes the length
  std::optional<std::size_t> length;                        ///< of a fixed-length array
  std::vector<Range> ranges;                                ///< int and real: the value lies in one of them; empty: any
  std::vector<std::pair<std::string, std::string>> choices; ///< keyword: name and description, in order
  std::optional<Value> default_value;                       ///< without one the parfile must set it
  std::string unit;
  std::string description;
  Steerable steerable = Steerable::never;
  Location where;

  std::string full_name() const { return thorn + "::" + name; }
  /// "int, 1:*", "keyword: standing, gaussian, plane": for messages and the reference.
  std::string allowed() const;
};

} // namespace nopal
