#pragma once
// The parameters of a run: declarations of the active thorns with the values of the parfile.

#include "core/base/error.hpp"
#include "core/parameters/declaration.hpp"
#include "core/parameters/value.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nopal {

/// Declared parameters and their values. Values are set while the parfile is validated. Afterwards only steering
/// changes them.
class Parameters {
public:
  /// Adds a declaration with its default (or no value yet). The name must be new.
  void declare(const ParameterDeclaration& declaration);
  /// Marks a thorn as active. declare() does this, too.
  void declare_thorn(const std::string& thorn);
  bool has_thorn(std::string_view thorn) const;
  /// `where`: the place of the value, a line of the parfile or "--set".
  void set(std::string_view full_name, Value value, Location where);
  /// Call this if the given value is wrong and its error is reported. check_complete() then does not ask for a value.
  void refuse(std::string_view full_name);

  const ParameterDeclaration* find(std::string_view full_name) const; ///< "thorn::name"; null: unknown
  /// The same. Adds an error with the closest name if the active thorn has no such parameter.
  const ParameterDeclaration* find(const std::string& thorn, const std::string& name, const Location& where,
                                   ErrorList& errors) const;
  bool is_set(std::string_view full_name) const;        ///< by parfile or --set
  const Value& value(std::string_view full_name) const; ///< asserts that it exists and has a value
  std::string text(std::string_view full_name) const;   ///< the value as a parfile would give it
  Location where(std::string_view full_name) const;     ///< of the value; without one, of the declaration

  bool boolean(std::string_view full_name) const;
  std::int64_t integer(std::string_view full_name) const;
  double real(std::string_view full_name) const;               ///< also of an int parameter
  const std::string& string(std::string_view full_name) const; ///< string or keyword
  std::int64_t choice(std::string_view full_name) const;       ///< ParameterDeclaration::choice() of a keyword's value
  std::vector<std::int64_t> integers(std::string_view full_name) const;
  std::vector<double> reals(std::string_view full_name) const;
  std::vector<bool> booleans(std::string_view full_name) const;
  std::vector<std::string> strings(std::string_view full_name) const;

  /// All declarations, in order of declaration.
  std::vector<const ParameterDeclaration*> all() const;
  /// All full names, in the same order.
  const std::vector<std::string>& names() const { return order_; }
  /// Adds an error for each parameter that has neither a default nor a value.
  void check_complete(ErrorList& errors) const;

private:
  struct Entry {
    ParameterDeclaration declaration;
    std::optional<Value> value;
    Location where;
    bool is_set = false;
    bool is_refused = false;
  };
  const Entry& entry(std::string_view full_name) const;
  const Scalar& scalar(std::string_view full_name) const;
  std::set<std::string, std::less<>> thorns_;
  std::vector<std::string> order_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> entries_; ///< each iteration asks for some of them
};

} // namespace nopal
