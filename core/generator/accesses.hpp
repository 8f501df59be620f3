#pragma once
// The accesses that the text of a body names: `phi_p(i+1, j, k)`, `q(1, 0)`. An index of an array is never known.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/tokens.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace nopal {

/// One access of a body to one of its grid functions, arrays or dats. If counters of loops are in its indices, each
/// point that they give is an access of its own.
struct TextAccess {
  int field = 0; ///< position in KernelDeclaration::arguments
  Location where;
  std::string indices; ///< as written: "i+1, j, k"
  int n_indices = 0;
  /// Whether each index is i, j or k of its axis, plus or minus numbers, multiples of ni, nj, nk, constants with a
  /// number as value, and counters of loops from a number to a number. The same for dats, without i, j, k and normals.
  bool is_known = false;
  bool counts = false;   ///< counters with several values are in the indices. If is_known
  Index offset{0, 0, 0}; ///< the numbers; of a dat its one or two indices. If is_known
  /// The multiples of the normal: along axis a, normals[a][b] times the normal's component b. If is_known
  std::array<Index, 3> normals{};
  bool reads = true;
  bool writes = false;
  bool adds = false; ///< by += or -=

  /// Whether it is the point (i,j,k) itself.
  bool is_here() const { return is_known && offset == Index{0, 0, 0} && normals == std::array<Index, 3>{}; }
};

/// The tokens of one index, from `begin` to before `end`.
struct IndexTokens {
  std::size_t begin = 0, end = 0;
};

/// Returns the indices in the parentheses that token `open` opens.
std::vector<IndexTokens> indices_at(const Tokens& tokens, std::size_t open);

/// How the text uses an element.
struct TextUse {
  bool reads = true;
  bool writes = false; ///< `=` with or without another operator, ++ and --
  bool adds = false;   ///< += or -=
};

/// Returns how a text uses the element that it names from token `begin` to before `end`.
TextUse use_at(const Tokens& tokens, std::size_t begin, std::size_t end);
/// Returns the token behind the indices of the element whose name is the token `name`.
std::size_t after_indices(const Tokens& tokens, std::size_t name);

/// Returns the accesses in their order in the text, which check_body() has accepted. No branch hides an access from
/// this list.
std::vector<TextAccess> text_accesses(const KernelDeclaration& kernel, const KernelText& text);

/// Marks the fields whose accesses the generated code must check at run time (ArgumentDeclaration::is_guarded), because
/// neither the text nor a few runs on dummy values show how far the kernel reads them: no clause declares an extent,
/// and an index is computed, or a branch decides which neighbour of a boundary point is read. Kernels of stages and
/// block kernels have other rules and get no mark.
void mark_guarded_fields(KernelDeclaration& kernel, const std::string& text);

} // namespace nopal
