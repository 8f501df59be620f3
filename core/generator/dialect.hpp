#pragma once
// The kernel dialect: the names that a body may use without a declaration, and the names that it may not use.

#include "core/base/error.hpp"

#include <span>
#include <string>
#include <string_view>

namespace nopal {

struct KernelDeclaration;

/// A value that every body has, such as the index `i` of type long, "the index along x".
struct GivenValue {
  std::string_view type, name, meaning;
};
std::span<const GivenValue> given_values();
/// Values that follow from others at the start of a body that names them.
std::span<const GivenValue> edge_values();
/// The names of the values that block kernels have in addition. All are of type long.
std::span<const std::string_view> block_values();
/// The given values that the kernels of loops over sets have. They have no others.
std::span<const std::string_view> loop_values();

/// A function that bodies may call, the same on every backend.
struct DialectFunction {
  std::string_view name;
  int n_arguments;
  bool has_text; ///< of nopal's own, in core/maths/texts; libraries round the others correctly
};
/// Functions of doubles. min and max are separate, because they also take integers.
std::span<const DialectFunction> dialect_functions();

/// Functions of block kernels: atomic_add(target, value) and others, and atomic_cas(target, compare, value). Each
/// returns the value that the target had before.
std::span<const std::string_view> dialect_atomics();

/// The meaning of a reserved name, such as "the index along x". Empty: the name is free.
std::string reserved_meaning(std::string_view name);

/// Whether the name is a word of C++, OpenCL C or CUDA C++ that the dialect does not have. A body cannot use it at all.
bool is_foreign_word(std::string_view word);

/// As reserved_meaning, for names that only block kernels have.
std::string reserved_in_blocks(std::string_view name);
/// The meaning of a name that is reserved in this kernel; empty: the name is free.
std::string reserved_in(const KernelDeclaration& kernel, std::string_view name);

/// Adds an error, with file and line, for everything that the dialect does not have: calls of unknown functions or
/// variables, preprocessor lines, text, goto, brackets that do not match. In pointwise kernels, also for everything
/// that only block kernels have.
void check_body(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors);

} // namespace nopal
