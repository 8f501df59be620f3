#pragma once
// The words, numbers, signs and quoted texts of a kernel, in order. Comments are left out.

#include "core/kernel_text/work.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

struct Token {
  enum class Kind : char { name, number, sign, quoted };
  static constexpr std::size_t no_partner = std::numeric_limits<std::size_t>::max();

  Kind kind = Kind::sign;
  std::string_view text;
  std::size_t at = 0;               ///< position of its first character
  std::size_t partner = no_partner; ///< of a bracket: the number of the token that closes or opens it

  bool is(std::string_view sign_or_word) const;
  bool is_name() const { return kind == Kind::name; }
};

/// The position after the number that begins at `at`, with the sign of its exponent: 1, 1.5e-3, 0x1p-3.
std::size_t after_number(std::string_view text, std::size_t at);

/// The tokens of a text, which must outlive them. Signs are as long as C++ makes them: `<<=`, `++`.
class Tokens {
public:
  explicit Tokens(const std::string& text);
  Tokens(const Tokens&) = delete;
  Tokens& operator=(const Tokens&) = delete;
  ~Tokens() { work_done += looked_at_; }

  std::size_t size() const { return all_.size(); }
  /// Returns an empty sign behind the last token.
  const Token& operator[](std::size_t n) const {
    ++looked_at_;
    return n < all_.size() ? all_[n] : end_;
  }

private:
  std::vector<Token> all_;
  Token end_;
  mutable std::size_t looked_at_ = 0; ///< part of work_done, which takes longer to reach
};

/// Whether the sign gives its left side a value: `=`, `+=` and so on.
bool is_assignment(const Token& token);
/// Whether the text gives the name at token `n` another value, by an assignment, ++ or --.
bool is_changed_at(const Tokens& tokens, std::size_t n);

} // namespace nopal
