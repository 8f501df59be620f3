#pragma once
// The kernel dialect: which names a body may use without declaring them, and which it may not use at all.

#include "core/base/error.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

struct KernelDeclaration;

/// A function that bodies may call, the same on every backend.
struct DialectFunction {
  std::string_view name;
  int n_arguments;
};
/// Mathematics on doubles; min and max are apart, since they keep integers.
std::span<const DialectFunction> dialect_functions();

/// Block kernels: atomic_add(target, value) and its like; atomic_cas(target, compare, value). Each returns what the
/// target held before.
std::span<const std::string_view> dialect_atomics();

/// "the index along x", … for a name that a kernel is given or that a language keeps for itself; empty for a free one.
std::string reserved_meaning(std::string_view name);

/// A word of C++, OpenCL C or CUDA C++ that the dialect does not have: it cannot name a variable of a body either.
bool is_foreign_word(std::string_view word);

/// As reserved_meaning, for the names that only block kernels are given.
std::string reserved_in_blocks(std::string_view name);
/// Of both, what holds for this kernel.
std::string reserved_in(const KernelDeclaration& kernel, std::string_view name);

/// Adds an error, with file and line, for what the dialect does not have: a call of something that is neither a
/// function of the dialect or of the file nor a declared variable, preprocessor lines, text, goto, brackets that do
/// not match; in pointwise kernels, what only block kernels have.
void check_body(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors);

} // namespace nopal
