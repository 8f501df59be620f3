#pragma once
// Text that the emitters of all languages share.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// Returns the class that a body in C++ or CUDA C++ uses for a field or an array: "Read", "WriteArray<long, 2>", …
/// "ReadChanging" is for CUDA only.
std::string accessor(const ArgumentDeclaration& argument);
/// Returns "forward", for example: the name in the enumeration VerticalOrder.
std::string_view order_name(VerticalOrder order);

/// Returns the name in the enumeration ArgumentKind.
std::string_view kind_name(ArgumentKind kind);

/// Returns the type of a field's elements or of a number: "double" or "long".
std::string_view element_type(const ArgumentDeclaration& argument);

/// Returns the parameters that the body has without a declaration, `i` to `nk` and those of block kernels, in order,
/// with the prefix before each and commas between. `typed`: also with "const long " or "const double ".
std::string given_parameters(const KernelDeclaration& kernel, std::string_view prefix, bool typed);

/// A mark in a text. resume_lines() replaces it.
constexpr std::string_view resume_mark = "#line @resume@";

/// Returns a text, which comes from the file `path` from `first_line` on, between `#line` directives. `int` has 64 bits
/// in it. A resume_mark follows it.
std::string lined_text(const std::string& path, const std::string& text, int first_line = 1);
/// The same for a body or helper function: with_conversions() of it.
std::string body_text(const std::string& path, const std::string& body, int first_line = 1);
/// Returns the path of the file with the function.
std::string path_of(const KernelDeclaration& kernel, const HelperFunction& function);

/// Returns the helper functions for a host version, with `qualifiers` before each.
std::string functions_text(const KernelDeclaration& kernel, const KernelText& text, std::string_view qualifiers);

/// Ends the macros that rename helper functions.
std::string end_functions(const KernelText& text);

/// Returns a line "const long shape_standing = 0;" for each constant.
std::string constants_text(const KernelDeclaration& kernel, std::string_view qualifier);
/// Defines those of edge_values() that the body names.
std::string edges_text(const std::string& body, std::string_view qualifier);

/// Replaces each resume_mark by a `#line` directive with the line number in `text` and the name `file`.
std::string resume_lines(const std::string& text, const std::string& file);

/// Returns a C text in double quotes, escaped.
std::string string_literal(std::string_view text);
/// Returns the text with one blank for each run of blanks and line ends.
std::string on_one_line(std::string_view text);
/// Returns a raw string literal. A long text becomes several literals, which the compiler joins.
std::string raw_literal(std::string_view text);

} // namespace nopal::emit
