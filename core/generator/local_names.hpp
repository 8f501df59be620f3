#pragma once
// The local names of a kernel's body while an analysis goes through it: what they are, and where they are known.

#include "core/generator/constant_range.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nopal {

struct LocalName {
  static constexpr int always_set = -1;

  std::size_t token = 0;                ///< that declares it
  int number = always_set;              ///< in AssignedNames, or of an array in LocalArrays
  bool is_array = false;                ///< `number` is that of an array
  std::optional<ConstantRange> range{}; ///< of a constant or a counter
};

class LocalNames {
public:
  void open_scope() { scopes_.push_back(declared_.size()); }
  void close_scope();
  void declare(std::string_view name, const LocalName& meaning);
  /// Returns null if no local has the name here.
  LocalName* find(std::string_view name);

private:
  std::unordered_map<std::string_view, std::vector<LocalName>> meanings_; ///< the innermost one is last
  std::vector<std::string_view> declared_;
  std::vector<std::size_t> scopes_; ///< how many were declared before each
};

} // namespace nopal
