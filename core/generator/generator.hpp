#pragma once
// Turns a thorn's declaration and its .kernel files into C++, OpenCL C and CUDA C++: one generator for all.

#include "core/declarations/thorn.hpp"
#include "core/kernels/launch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// An argument of a kernel, derived from the declaration.
struct ArgumentDeclaration {
  std::string name;   ///< in the kernel's text: phi_p
  std::string source; ///< "wavetoy::phi@1", "f@1" for a bound name, or "wavetoy::shape"
  ArgumentKind kind;
  Access access = Access::read;
  int axes = 3;            ///< arrays: how many indices it takes
  bool is_integer = false; ///< arrays: elements are ints; else reals

  bool is_field() const { return kind == ArgumentKind::field; }
  bool is_array() const { return kind == ArgumentKind::array; }
  bool has_shape() const { return is_field() || is_array(); }
};

struct KernelDeclaration {
  std::string thorn;
  std::string name;                                    ///< of the schedule item
  std::string path;                                    ///< of the .kernel file
  std::vector<ArgumentDeclaration> arguments;          ///< fields, then arrays, reals, integers
  std::vector<std::pair<std::string, long>> constants; ///< shape_standing = 0, …
  std::optional<BlockDeclaration> block;               ///< parameters by full name; the region is always set
  Location where;
};

/// The kernels of a thorn. `inherited`: the thorns that it inherits from. Adds an error for each unknown, ambiguous or
/// reserved name, for a name with two meanings, for a kernel that writes nothing or writes different regions, for a
/// complex variable, and for an array in a pointwise kernel.
std::vector<KernelDeclaration> kernel_declarations(const ThornDeclaration& thorn,
                                                   const std::vector<ThornDeclaration>& inherited, ErrorList& errors);

/// The source of one kernel for one language. `text`: the .kernel file, which check_body() has accepted.
std::string host_source(const KernelDeclaration& kernel, const std::string& text);
std::string opencl_source(const KernelDeclaration& kernel, const std::string& text);
std::string cuda_source(const KernelDeclaration& kernel, const std::string& text);

/// The complete C++ file of a thorn's library: host versions, device sources as text, and the exported symbol.
std::string library_source(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels,
                           const std::vector<std::string>& texts);

} // namespace nopal
