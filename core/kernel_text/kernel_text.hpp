#pragma once
// Splits a .kernel file into helper functions, shared arrays and the body.
//
//   function real square(real a) { return a * a; }   // before the body; takes numbers, calls functions above it
//   shared real tile[18][18];                        // block kernels: memory of a block; extents are numbers
//   shared int counts[];                             // at most one; `shared:` of the item gives its length

#include "core/base/ascii.hpp"
#include "core/base/error.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// A helper function.
struct HelperFunction {
  std::string name;
  std::string text;   ///< from its type to its last bracket, behind as many blanks as bring it to its column
  int first_line = 1; ///< of the text in its file
  Location where;     ///< without a file: the kernel's own
};

struct SharedArray {
  std::string type; ///< as written: real, int, int32, …
  std::string name;
  std::string extents; ///< "[18][18]", or "[]"
  Location where;

  /// The type in generated code, where `int` of the dialect is long.
  std::string_view stored_type() const { return type == "int" ? std::string_view("long") : std::string_view(type); }
  bool is_dynamic() const { return extents == "[]"; }
  /// Size of an element in bytes.
  int element_size() const { return type == "int32" || type == "uint32" || type == "float32" ? 4 : 8; }
};

/// The name of the file with helper functions that all kernels of a thorn may call.
constexpr const char* functions_file = "functions.kernel";

/// Puts the text of functions_file before the text of a kernel that calls one of its functions. parse_kernel_text()
/// tells the two apart.
std::string with_functions(const std::string& functions, const std::string& path, const std::string& kernel);
/// The text of the kernel's own file.
std::string_view own_text(std::string_view text);
/// The text of functions_file in it; empty: there is none.
std::string_view shared_functions(std::string_view text);
/// Adds an error for each thing in functions_file that is not a function.
void check_functions(const std::string& functions, const std::string& path, ErrorList& errors);

struct KernelText {
  std::vector<HelperFunction> functions;
  std::vector<SharedArray> shared;
  std::string body; ///< without functions and shared arrays

  const SharedArray* dynamic() const;
};

/// What may stand between two words.
constexpr std::string_view blanks = " \t\r\n\v\f";

/// Whether a name may have this character.
constexpr bool in_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
/// Whether a comment or quoted text may begin with this character.
constexpr bool may_begin_comment_or_text(char c) { return c == '/' || c == '"' || c == '\''; }
/// The position after the comment or quoted text that begins at `at`; `at` if none begins there.
std::size_t after_comment_or_text(const std::string& text, std::size_t at);
/// Returns the names in a text, in order. A name begins with a letter or underscore.
std::vector<std::string> names_in(const std::string& text);
/// Line and column of a position in the text of file `path`. `first_line`: that of the text in the file.
Location location_in(const std::string& text, std::size_t at, const std::string& path, int first_line = 1);

/// The same for many positions: it looks for the lines once.
class Locations {
public:
  Locations(const std::string& text, std::string path, int first_line = 1);
  Location operator()(std::size_t at) const;

private:
  std::string path_;
  int first_line_;
  std::vector<std::size_t> starts_; ///< of the lines
};

/// Replaces comments and formats of printf by blanks, so that positions do not change.
std::string without_comments(std::string text);
/// Returns the names in a body and in functions. Comments do not count.
std::set<std::string> names_in(const std::string& body, const std::vector<HelperFunction>& functions);

/// Adds an error, with file, line and column, for a declaration that has none of the forms above.
KernelText parse_kernel_text(const std::string& text, const std::string& path, ErrorList& errors);
/// The same for a text that has been checked.
KernelText parse_kernel_text(const std::string& text);

} // namespace nopal
