#pragma once
// The libraries of the active thorns: what the schedule calls must exist in them.

#include "core/plugins/plugin.hpp"
#include "driver/setup/description.hpp"

#include <map>
#include <string>

namespace nopal {

/// A function that one thorn provides and others call.
struct Provided {
  std::string thorn;
  std::string signature; ///< fold_blanks()
  void (*address)() = nullptr;
};

class Libraries {
public:
  /// Opens the libraries. Adds an error for each library that is missing or does not fit, each kernel and function of
  /// the schedule that its library lacks or was built from another declaration, and each provided function that its
  /// library lacks or has with another signature.
  Libraries(const Description& description, const SearchPath& path, ErrorList& errors);

  ThornFunction function(const Routine& routine) const;
  const Kernel& kernel(const Routine& routine) const { return *kernels_.at(routine.full_name()); }
  /// Null where there is none. `name` is the schedule item's.
  const Kernel* find_kernel(const std::string& thorn, std::string_view name) const;
  const std::map<std::string, const Kernel*>& kernels() const { return kernels_; }
  const std::map<std::string, Provided>& provided() const { return provided_; }

private:
  void open(const Description& description, const SearchPath& path, ErrorList& errors);
  void check_routines(const Description& description, ErrorList& errors) const;
  void check_kernels(const Description& description, ErrorList& errors) const;
  void connect_functions(const Description& description, ErrorList& errors);

  std::map<std::string, const Plugin*> plugins_; ///< by thorn
  std::map<std::string, const Kernel*> kernels_; ///< by full name of the schedule item
  std::map<std::string, Provided> provided_;     ///< by name
};

} // namespace nopal
