#include "core/base/arithmetic.hpp"

#include "core/base/ascii.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/maths/maths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace nopal {

namespace {

/// A deeper text is refused, because the parser would use up the stack.
constexpr int deepest_nesting = 100;

class Evaluator {
public:
  Evaluator(std::string_view text, const ValueOfName& value_of) : text_(text), value_of_(value_of) {}

  double whole() {
    const double value = sum();
    if (at_ < text_.size()) refuse();
    return value;
  }

private:
  [[noreturn]] void refuse() const {
    throw Error(at_ < text_.size()
                    ? fmt::format("\"{}\": \"{}\" cannot stand at character {}", text_, text_[at_], at_ + 1)
                    : fmt::format("\"{}\": a value is missing at the end", text_));
  }

  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse();
  }

  double sum() {
    double value = product();
    while (true)
      if (accept('+'))
        value += product();
      else if (accept('-'))
        value -= product();
      else
        return value;
  }

  double product() {
    double value = signed_power();
    while (true)
      if (accept('*'))
        value *= signed_power();
      else if (accept('/'))
        value /= signed_power();
      else
        return value;
  }

  double signed_power() {
    if (++depth_ > deepest_nesting) throw Error(fmt::format("\"{}\" is nested too deeply", text_));
    double value = 0;
    if (accept('-')) {
      value = -signed_power();
    } else {
      value = operand();
      if (accept('^')) value = maths::pow(value, signed_power());
    }
    --depth_;
    return value;
  }

  double operand() {
    const char first = next();
    if (accept('(')) {
      const double value = sum();
      expect(')');
      return value;
    }
    if (is_digit(first) || first == '.') return number();
    if (!is_letter(first)) refuse();
    const std::string_view name = word();
    return accept('(') ? function(name) : value_of_(name);
  }

  double number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      while (end < text_.size() && is_digit(text_[end])) ++end;
    }
    const auto value = parse_number<double>(text_.substr(at_, end - at_));
    if (!value) refuse();
    at_ = end;
    return *value;
  }

  std::string_view word() {
    const std::size_t first = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '_' || text_[at_] == ':'))
      ++at_;
    return text_.substr(first, at_ - first);
  }

  double function(std::string_view name) {
    std::vector<double> values;
    do values.push_back(sum());
    while (accept(','));
    expect(')');
    if (name == "min") return *std::min_element(values.begin(), values.end());
    if (name == "max") return *std::max_element(values.begin(), values.end());
    if (name != "sqrt" && name != "abs")
      throw Error(fmt::format("\"{}\": there is no function {}; expected min, max, sqrt or abs", text_, name));
    if (values.size() != 1)
      throw Error(fmt::format("\"{}\": {} has {} arguments, expected one", text_, name, values.size()));
    return name == "sqrt" ? std::sqrt(values.front()) : std::fabs(values.front());
  }

  std::string_view text_;
  const ValueOfName& value_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace

double evaluate(std::string_view expression, const ValueOfName& value_of) {
  return Evaluator(expression, value_of).whole();
}

} // namespace nopal
