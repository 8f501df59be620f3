#include "core/generator/constant_range.hpp"

#include <algorithm>
#include <charconv>

namespace nopal {

namespace {

using MaybeRange = std::optional<ConstantRange>;

constexpr int deepest_parentheses = 32;     // parentheses in parentheses
constexpr long largest = 1'000'000'000'000; // beyond this, nothing is known

MaybeRange checked(const ConstantRange& range) {
  return range.lower < -largest || range.upper > largest ? std::nullopt : MaybeRange(range);
}

class Reader {
public:
  Reader(const Tokens& tokens, std::size_t begin, std::size_t end, const RangeOfName& range_of)
      : tokens_(tokens), at_(begin), end_(end), range_of_(range_of) {}

  MaybeRange whole() {
    const MaybeRange found = sum(0);
    return at_ == end_ ? found : std::nullopt;
  }

private:
  bool take(std::string_view sign) {
    if (at_ >= end_ || !tokens_[at_].is(sign)) return false;
    ++at_;
    return true;
  }

  MaybeRange sum(int depth) {
    MaybeRange all = product(depth);
    while (all) {
      const bool plus = take("+");
      if (!plus && !take("-")) break;
      const MaybeRange next = product(depth);
      if (!next) return std::nullopt;
      all = plus ? checked({all->lower + next->lower, all->upper + next->upper})
                 : checked({all->lower - next->upper, all->upper - next->lower});
    }
    return all;
  }

  MaybeRange product(int depth) {
    MaybeRange all = factor(depth);
    while (all && take("*")) {
      const MaybeRange next = factor(depth);
      if (!next || std::max(-all->lower, all->upper) > 1'000'000 || std::max(-next->lower, next->upper) > 1'000'000)
        return std::nullopt;
      const auto [least, most] = std::minmax(
          {all->lower * next->lower, all->lower * next->upper, all->upper * next->lower, all->upper * next->upper});
      all = ConstantRange{least, most};
    }
    return all;
  }

  MaybeRange factor(int depth) {
    if (depth == deepest_parentheses) return std::nullopt;
    if (take("-")) {
      const MaybeRange found = factor(depth + 1);
      return found ? MaybeRange(ConstantRange{-found->upper, -found->lower}) : std::nullopt;
    }
    if (tokens_[at_].is("count") && tokens_[at_ + 1].is("(")) ++at_; // count(map) has the range of the map
    if (take("(")) {
      const MaybeRange found = sum(depth + 1);
      return take(")") ? found : std::nullopt;
    }
    if (at_ >= end_) return std::nullopt;
    const Token& token = tokens_[at_++];
    if (token.is_name()) return range_of_(token.text);
    long value = 0;
    const char* const first = token.text.data();
    const char* const last = first + token.text.size();
    const bool octal = token.text.size() > 1 && token.text.front() == '0';
    if (token.kind != Token::Kind::number || octal || token.text.size() > 9 ||
        std::from_chars(first, last, value).ptr != last)
      return std::nullopt;
    return ConstantRange{value, value};
  }

  const Tokens& tokens_;
  std::size_t at_, end_;
  const RangeOfName& range_of_;
};

} // namespace

MaybeRange constant_range(const Tokens& tokens, std::size_t begin, std::size_t end, const RangeOfName& range_of) {
  return Reader(tokens, begin, end, range_of).whole();
}

} // namespace nopal
