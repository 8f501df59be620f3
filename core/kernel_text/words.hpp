#pragma once
// A list of words that the analyses of kernels ask for each name of a text.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nopal {

/// A constant list of words. It is sorted when it is compiled, so that a question takes a few steps.
template <std::size_t n> class Words {
public:
  template <class... Word> consteval explicit Words(const Word&... words) : sorted_{std::string_view(words)...} {
    std::ranges::sort(sorted_);
    for (const std::string_view word : sorted_) firsts_ |= bit(word);
  }

  auto begin() const { return sorted_.begin(); }
  auto end() const { return sorted_.end(); }

  /// Whether the word is in the list.
  constexpr bool has(std::string_view word) const {
    // Most words end here, by their first character.
    if (word.empty() || (firsts_ & bit(word)) == 0) return false;
    return std::ranges::binary_search(sorted_, word);
  }

private:
  static constexpr std::uint64_t bit(std::string_view word) { return std::uint64_t{1} << (word.front() & 63); }

  std::array<std::string_view, n> sorted_;
  std::uint64_t firsts_ = 0; ///< of each first character, less its highest bit, the bit with its number
};

template <class... Word> Words(const Word&...) -> Words<sizeof...(Word)>;

} // namespace nopal
