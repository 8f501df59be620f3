#pragma once
// The libraries of the active thorns. They must hold everything that the schedule calls.

#include "core/check/finding.hpp"
#include "core/plugins/plugin.hpp"
#include "driver/setup/description.hpp"

#include <map>
#include <string>

namespace nopal {

/// A function that one thorn provides and others call.
struct Provided {
  std::string thorn;
  std::string signature; ///< after fold_blanks()
  void (*address)() = nullptr;
};

class Libraries {
public:
  /// Opens the libraries. Adds an error for each library that is missing or does not fit, for each kernel and function
  /// of the schedule that is missing in its library, for each part of a declaration that has changed since the library
  /// was built, and for each provided function that is missing or has another signature.
  Libraries(const Description& description, const SearchPath& path, ErrorList& errors);

  /// Returns a warning for each kernel whose text, or functions.kernel beside it, has changed since its library was
  /// built. Reads the texts.
  std::vector<Finding> changed_texts() const;

  /// Returns the C++ function that a routine calls.
  ThornFunction function(const Routine& routine) const;
  const std::map<std::string, const Kernel*>& kernels() const { return kernels_; }
  /// Returns the kernel of a loop over a set; null: the library has none.
  const LoopKernel* loop(const Routine& routine) const;
  /// Returns the function that `mesh:` of a thorn names. Throws Error if the thorn's library has none.
  void (*mesh(const ThornDeclaration& thorn) const)(MeshMaker&);
  /// Returns the common source of the stages of a stencil; null: there is none.
  const StencilKernel* stencil(const Routine& routine) const;
  const std::map<std::string, Provided>& provided() const { return provided_; }

private:
  void open(const Description& description, const SearchPath& path, ErrorList& errors);
  void check_routines(const Description& description, ErrorList& errors) const;
  void check_declarations(const Description& description, ErrorList& errors) const;
  void connect_functions(const Description& description, ErrorList& errors);

  std::map<std::string, const Plugin*> plugins_;   ///< by thorn
  std::map<std::string, const Kernel*> kernels_;   ///< by full name of the schedule item
  std::map<std::string, const LoopKernel*> loops_; ///< by full name of the schedule item
  std::map<std::string, Provided> provided_;       ///< by name
};

} // namespace nopal
