#pragma once
// The resolver of names: it finds what a name in a thorn's declaration or code means.

#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// "thorn::name" in two parts. The thorn is empty if the name has none.
struct QualifiedName {
  std::string thorn;
  std::string name;
};
QualifiedName split_name(const std::string& name);

/// A thorn and the thorns whose variables and parameters it may use.
/// A name with a thorn ("wave::phi") is a full name. A name without a thorn first means the thorn's own declaration,
/// else what the thorn's `alias:` says, else the declaration of an inherited thorn. If several inherited thorns declare
/// it, the name is ambiguous, which is an error.
class NameScope {
public:
  using Exists = std::function<bool(const std::string& full_name)>;

  NameScope(std::string thorn, std::vector<std::string> inherits, std::vector<AliasDeclaration> aliases = {})
      : thorn_(std::move(thorn)), inherits_(std::move(inherits)), aliases_(std::move(aliases)) {}
  explicit NameScope(const ThornDeclaration& thorn) : NameScope(thorn.name, thorn.inherits, thorn.aliases) {}

  const std::string& thorn() const { return thorn_; }
  /// The full name that `alias:` gives to this name; null: it does not name it.
  const std::string* alias(const std::string& name) const;
  /// The full names that `name` may stand for: none, one, or several if it is ambiguous.
  std::vector<std::string> find(const std::string& name, const Exists& exists) const;
  /// The full name that `name` stands for, one of `all`. Empty after an error. `kind`: "variable or group".
  std::string resolve(const std::string& name, std::string_view kind, const std::vector<std::string>& all,
                      const Location& where, ErrorList& errors) const;
  /// Adds the error for a name if find() did not return exactly one. `all`: every full name of this kind.
  void add_error(const std::string& name, std::string_view kind, const std::vector<std::string>& found,
                 const std::vector<std::string>& all, const Location& where, ErrorList& errors) const;

private:
  bool sees(const std::string& thorn) const;

  std::string thorn_;
  std::vector<std::string> inherits_;
  std::vector<AliasDeclaration> aliases_;
};

/// "\"x\" may mean a::x or b::x: write the full name"
std::string ambiguity(std::string_view name, const std::vector<std::string>& found);

/// ` (did you mean "thorn::name"?)`, or empty. `all`: full names. If `name` has no thorn, the thorns are not compared.
std::string suggest_full_name(const std::string& name, const std::vector<std::string>& all);

} // namespace nopal
