#pragma once
// The resolver of names: it finds what a name in a thorn's declaration or code means.

#include "core/base/error.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

struct ThornDeclaration;

/// "thorn::name" in two parts. The thorn is empty where the name has none.
struct QualifiedName {
  std::string thorn;
  std::string name;
};
QualifiedName split_name(const std::string& name);

/// A thorn and the thorns whose variables and parameters it may use.
/// A name with a thorn ("wave::phi") means just that. A name without one means what the thorn itself declares, else
/// what one of the inherited thorns declares. If several of them declare it, the name is ambiguous, which is an error.
class NameScope {
public:
  using Exists = std::function<bool(const std::string& full_name)>;

  NameScope(std::string thorn, std::vector<std::string> inherits)
      : thorn_(std::move(thorn)), inherits_(std::move(inherits)) {}
  explicit NameScope(const ThornDeclaration& thorn);

  const std::string& thorn() const { return thorn_; }
  /// The full names that `name` may stand for: none, one, or several where it is ambiguous.
  std::vector<std::string> find(const std::string& name, const Exists& exists) const;
  /// The full name that `name` stands for, one of `all`. Empty after an error. `kind`: "variable or group".
  std::string resolve(const std::string& name, std::string_view kind, const std::vector<std::string>& all,
                      const Location& where, ErrorList& errors) const;
  /// Adds the error for a name of which find() did not give exactly one. `all`: every full name of this kind.
  void add_error(const std::string& name, std::string_view kind, const std::vector<std::string>& found,
                 const std::vector<std::string>& all, const Location& where, ErrorList& errors) const;

private:
  bool sees(const std::string& thorn) const;

  std::string thorn_;
  std::vector<std::string> inherits_;
};

/// "\"x\" may mean a::x or b::x: write which one"
std::string ambiguity(std::string_view name, const std::vector<std::string>& found);

/// ` (did you mean "thorn::name"?)` from the full names `all`. A name without a thorn is compared without theirs.
std::string suggest_full_name(const std::string& name, const std::vector<std::string>& all);

} // namespace nopal
