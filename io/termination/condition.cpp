#include "condition.hpp"

#include <charconv>
#include <cmath>
#include <compare>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal::termination {

namespace {

constexpr const char* grammar = "; a condition has a quantity, one of < <= > >= == !=, and a number, such as "
                                "\"norm2(wavetoy::phi) < 1e-6\", \"wavetoy::energy > 5\" or "
                                "\"change(max(wavetoy::phi)) <= 1e-8\"";
constexpr std::string_view change_word = "change";
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:";
constexpr std::string_view marks = "<>=!";

/// Returns the integer that these digits are, if 128 bits hold it. Empty: there are other characters.
std::optional<Int128> integer_of(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  constexpr std::size_t most = 38; // 10^38 is less than 2^127
  if (digits.empty() || digits.size() > most || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  Int128 value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return negative ? -value : value;
}

std::partial_ordering order(const Condition& condition, const Reduced& value) {
  if (!value.integer) return value.real <=> condition.limit;
  if (condition.integer_limit) return *value.integer <=> *condition.integer_limit;
  return compare(*value.integer, condition.limit) <=> 0;
}

bool is_full_name(std::string_view word) {
  const std::size_t colons = word.find("::");
  return colons != std::string_view::npos && colons > 0 && colons + 2 < word.size() &&
         word.find(':', colons + 2) == std::string_view::npos && word.find(':') == colons;
}

class Reader {
public:
  explicit Reader(const std::string& text) : text_(text) {}

  Condition condition() {
    Condition result;
    result.text = text_;
    skip_blanks();
    if (done()) fail("a quantity is missing");
    if (std::string_view("0123456789+-.").find(peek()) != std::string_view::npos)
      fail("this is a number: write the quantity first and the number last");
    result.quantity = quantity();
    result.comparison = comparison();
    number(result);
    return result;
  }

private:
  Quantity quantity() {
    Quantity result;
    int brackets = 0;
    for (;; ++brackets) {
      skip_blanks();
      const std::size_t begin = at_;
      const std::string_view word = take(letters);
      if (word.empty()) fail("a name is expected" + found());
      skip_blanks();
      if (done() || peek() != '(') {
        variable(word, begin, result);
        break;
      }
      function(word, begin, result);
      ++at_;
    }
    for (; brackets > 0; --brackets) {
      skip_blanks();
      if (done() || peek() != ')') fail("a closing bracket ) is expected" + found());
      ++at_;
    }
    return result;
  }

  void variable(std::string_view word, std::size_t begin, Quantity& result) {
    if (!done() && peek() == '@') fail("remove the timelevel: conditions use the current one");
    at_ = is_full_name(word) ? at_ : begin;
    if (!is_full_name(word))
      fail('"' + std::string(word) + "\" is not a full name: write the thorn and the variable, such as wavetoy::phi");
    result.variable = word;
    result.character = static_cast<int>(begin) + 1;
  }

  void function(std::string_view word, std::size_t begin, Quantity& result) {
    const auto refuse = [&](const std::string& message) {
      at_ = begin;
      fail(message);
    };
    if (word == change_word) {
      if (result.change || result.reduction) refuse("write \"change\" only once, around everything else");
      result.change = true;
      return;
    }
    const auto reduction = reduction_from_string(word);
    if (!reduction) {
      const std::vector<std::string> words{"min",   "max",   "sum",      "average",
                                           "norm1", "norm2", "norm_inf", std::string(change_word)};
      refuse('"' + std::string(word) + "\" is not a reduction" + did_you_mean(word, words) + "; expected one of " +
             reduction_words() + ", or change( ) of a quantity");
    }
    if (result.reduction) refuse("a reduction of a reduction is not a quantity: remove one of them");
    result.reduction = reduction;
  }

  Comparison comparison() {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string_view sign = take(marks);
    if (const auto comparison = comparison_of(sign)) return *comparison;
    at_ = begin;
    fail("a comparison is expected" + found());
  }

  void number(Condition& condition) {
    skip_blanks();
    if (done()) fail("a number is expected");
    const std::size_t first = peek() == '+' && at_ + 1 < text_.size() && text_[at_ + 1] != '-' ? at_ + 1 : at_;
    double value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + first, end, value);
    if (error == std::errc::result_out_of_range) fail("the number is too large or too small");
    if (error != std::errc() || !std::isfinite(value)) fail("a finite number is expected" + found());
    at_ = static_cast<std::size_t>(stop - text_.data());
    condition.limit = value;
    condition.integer_limit = integer_of(std::string_view(text_).substr(first, at_ - first));
    skip_blanks();
    if (!done()) fail("the condition should end here: write one condition in each text");
  }

  bool done() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }
  void skip_blanks() {
    while (!done() && (peek() == ' ' || peek() == '\t')) ++at_;
  }
  std::string_view take(std::string_view of) {
    const std::size_t begin = at_;
    while (!done() && of.find(peek()) != std::string_view::npos) ++at_;
    return std::string_view(text_).substr(begin, at_ - begin);
  }
  std::string found() const { return done() ? "" : ", found '" + text_.substr(at_) + "'"; }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(at_character(text_, static_cast<int>(at_) + 1, message) + grammar);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

} // namespace

std::string Quantity::text() const {
  std::string text = variable;
  if (reduction) text = to_string(*reduction) + '(' + text + ')';
  return change ? std::string(change_word) + '(' + text + ')' : text;
}

Condition parse_condition(const std::string& text) { return Reader(text).condition(); }

bool holds(const Condition& condition, const Reduced& value) {
  return !value.none && nopal::holds(condition.comparison, order(condition, value));
}

std::string at_character(const std::string& text, int character, const std::string& message) {
  return '"' + text + "\": character " + std::to_string(character) + ": " + message;
}

} // namespace nopal::termination
