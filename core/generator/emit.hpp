#pragma once
// Pieces of text that the emitters of all languages share.

#include "core/generator/generator.hpp"
#include "core/generator/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// The class through which a body in C++ or CUDA C++ reaches a field or an array: "Read", "WriteArray", …
std::string_view accessor(const ArgumentDeclaration& argument);
/// "field", "array", …
std::string_view kind_name(ArgumentKind kind);
/// Of an array's elements, or of a number: "double" or "long".
std::string_view element_type(const ArgumentDeclaration& argument);

/// The parameters that every body has, `i` to `nk`, in order, each with the given prefix and separated by commas.
/// With types "const long " and "const double " where `typed`.
std::string given_parameters(std::string_view prefix, bool typed);

/// Stands where resume_lines() is to number the lines of the text itself again.
constexpr std::string_view resume_mark = "#line @resume@";

/// The body between `#line` directives, `int` being 64 bits inside. The line after it is numbered by resume_lines().
std::string body_text(const KernelDeclaration& kernel, const std::string& body);

/// The helper functions, each behind `qualifiers`. Renamed where the language may have one of the same name.
std::string functions_text(const KernelDeclaration& kernel, const KernelText& text, std::string_view qualifiers,
                           bool renamed);

/// Their names mean nothing else from here on, such as in the launch ABI.
std::string end_functions(const KernelText& text);

/// "const long shape_standing = 0;" for each constant, one a line.
std::string constants_text(const KernelDeclaration& kernel, std::string_view qualifier);

/// Replaces the marks that body_text() left by `#line` directives that count the lines of `text` itself.
std::string resume_lines(const std::string& text, const std::string& file);

/// C text in double quotes, escaped.
std::string quoted(std::string_view text);
/// A raw string literal; long texts are split into several, which the compiler joins.
std::string raw_literal(std::string_view text);

} // namespace nopal::emit
