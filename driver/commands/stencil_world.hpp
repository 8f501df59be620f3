#pragma once
// The stencils of one thorn, from declarations alone: without a parfile and other active thorns.

#include "core/schedule/schedule.hpp"

namespace nopal {

/// Holds the schedule of a thorn's stencils and what it refers to. A name that the parfile binds to a variable stands
/// for a variable of its own here, which has the name of the parameter.
class StencilWorld {
public:
  /// Reads the thorn, and those that it inherits from. `stencil`: only this one; empty: all. Throws Error for an
  /// unknown thorn or stencil, a thorn without stencils, and stencils that break a rule.
  StencilWorld(const SearchPath& path, const std::string& thorn, const std::string& stencil);

  StencilWorld(const StencilWorld&) = delete;
  StencilWorld& operator=(const StencilWorld&) = delete;

  const Variables& variables() const { return variables_; }
  const Schedule& schedule() const { return schedule_; }

  /// Takes extents that are not declared from the thorn's library, which is opened only if there are such extents.
  /// Returns a sentence for each of them that stays unknown and counts as <0>.
  std::vector<std::string> derive_extents(const SearchPath& path);

private:
  void read(const SearchPath& path, const std::string& thorn);
  void keep(const std::string& stencil);
  void replace_bindings();
  std::string variable_for(const BindingDeclaration& binding, int timelevels);
  /// The reads whose extents are not declared.
  struct Undeclared {
    int kernel;
    Slot slot;
    std::string text;
  };
  std::vector<Undeclared> undeclared() const;

  std::vector<ThornDeclaration> thorns_; ///< the thorn itself is the last one
  Parameters parameters_;
  Variables variables_;
  Schedule schedule_;
};

} // namespace nopal
