#pragma once
// Where the branches of a text end, and what stands in a range of its tokens: each answer takes a few steps.

#include "core/kernel_text/tokens.hpp"

#include <cstddef>
#include <vector>

namespace nopal {

/// How many tokens of a kind stand in a range.
class TokenCounts {
public:
  template <class IsCounted> TokenCounts(const Tokens& tokens, const IsCounted& is_counted) {
    before_.reserve(tokens.size() + 1);
    before_.push_back(0);
    for (std::size_t n = 0; n < tokens.size(); ++n) before_.push_back(before_.back() + (is_counted(n) ? 1U : 0U));
  }

  /// Whether one stands from token `begin` to before `end`.
  bool any(std::size_t begin, std::size_t end) const;

private:
  std::vector<unsigned> before_;
};

class BranchEnds {
public:
  explicit BranchEnds(const Tokens& tokens);

  /// The bracket that closes the one at `open`; the end of the text if there is none.
  std::size_t closing(std::size_t open) const;
  /// The token behind the statement that begins at `at`, or its semicolon. An `if` has its `else`.
  std::size_t after_statement(std::size_t at) const;
  /// The token behind the operand of `?`, `&&` or `||` at `at`: the end of the statement, or of the parentheses around
  /// it.
  std::size_t after_operand(std::size_t at) const;

private:
  const Tokens& tokens_;
  std::vector<std::size_t> semicolons_; ///< by token: the next one
  std::vector<std::size_t> around_;     ///< by token: what closes the parentheses around it
  std::vector<std::size_t> ends_;       ///< by token: the end of the statement that a word such as `if` begins
};

} // namespace nopal
