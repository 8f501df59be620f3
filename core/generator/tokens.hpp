#pragma once
// The words, numbers, signs and quoted texts of a kernel, in order. Comments are left out.

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

  bool is(std::string_view sign_or_word) const { return kind != Kind::quoted && text == sign_or_word; }
  bool is_name() const { return kind == Kind::name; }
};

/// The position after the number that begins at `at`, with the sign of its exponent: 1, 1.5e-3, 0x1p-3.
std::size_t after_number(std::string_view text, std::size_t at);

/// The tokens of a text, which must outlive them. Signs are as long as C++ makes them: `<<=`, `++`.
class Tokens {
public:
  explicit Tokens(const std::string& text);

  std::size_t size() const { return all_.size(); }
  /// Returns an empty sign behind the last token.
  const Token& operator[](std::size_t n) const {
    ++looks_;
    return n < all_.size() ? all_[n] : end_;
  }
  /// The number of the first token at or behind this position of the text.
  std::size_t first_from(std::size_t at) const;

  /// How often this thread has looked at a token so far: a measure of work that is the same on every machine.
  static std::size_t looks() { return looks_; }

private:
  std::vector<Token> all_;
  Token end_;
  inline static thread_local std::size_t looks_ = 0;
};

} // namespace nopal
