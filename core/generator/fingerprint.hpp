#pragma once
// The fingerprint of a thorn: all facts of its declaration that its library was built from.

#include "core/generator/generator.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Returns one line for each fact: "subject<tab>fact<tab>value". The subjects are the parameters of the thorn (types;
/// choices and their order), its kernels (clauses, arguments, constants, numbers of blocks, order) and its stencils.
/// The generator writes the text into the library. A run compares it with the fingerprint of the declaration that it
/// reads. `kernels`: those of kernel_declarations().
std::string fingerprint(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels);

struct FingerprintDifference {
  std::string subject; ///< `kernel "evolve"`
  std::string text;    ///< which fact differs, and both values
};

/// Returns the first difference of each subject, in the order of `declared`, then of `built`.
std::vector<FingerprintDifference> compare_fingerprints(std::string_view declared, std::string_view built);

/// A number that changes if a byte of the text changes, as 16 hexadecimal digits (FNV-1a, 64 bits).
std::string text_hash(std::string_view text);

} // namespace nopal
