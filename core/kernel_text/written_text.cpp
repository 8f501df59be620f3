#include "core/kernel_text/written_text.hpp"

#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/tokens.hpp"
#include "core/kernel_text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

namespace nopal {

namespace {

constexpr Words type_words{"real", "int",  "bool",   "int32",    "uint32", "float32", "double",
                           "long", "char", "signed", "unsigned", "short",  "void"};
constexpr Words before_brackets{"if", "while", "for", "switch"};
constexpr Words statements{"return", "else", "do", "case", "default", "break", "continue"};

/// Whether a division by this number needs no check: it is not 0, or it is a real.
bool is_safe_divisor(std::string_view number) { return number.find_first_of("123456789.") != std::string_view::npos; }

/// The name in cast_targets (core/kernels/device_conversions.hpp) of a cast to these types; empty: it is no cast to an
/// integer. `int` has 64 bits.
std::string cast_name(const std::vector<std::string_view>& words) {
  const auto has = [&](std::string_view word) { return std::ranges::count(words, word) > 0; };
  for (const std::string_view other : {"real", "bool", "float32", "double", "void"})
    if (has(other)) return "";
  if (has("int32")) return "int";
  if (has("uint32")) return "uint";
  const std::string_view size = has("char") ? "char" : has("short") ? "short" : has("int") || has("long") ? "long" : "";
  if (has("unsigned")) return fmt::format("u{}", size.empty() ? "int" : size);
  return std::string(size.empty() ? "int" : size);
}

/// Goes once through a text and writes it anew. It knows operands: signs before a name, a number or a bracket, and what
/// follows in brackets. `*`, `/` and `%` join operands to a product, and `+` and `-` join products to a sum.
class TextWriter {
public:
  TextWriter(const std::string& text, const CheckedNames* checks)
      : text_(text), checks_(checks), tokens_(text), frames_(1) {}

  std::string write() {
    for (; at_ < tokens_.size(); ++at_) take(tokens_[at_]);
    end_statement();
    gap(text_.size());
    return std::move(out_);
  }

private:
  /// What is between two brackets, or the whole text.
  struct Frame {
    char open = '{';
    bool of_statement = false;                       ///< the brackets after `if`, `for`, …
    bool constant = false;                           ///< an extent of an array, or what follows `case`
    bool declares = false;                           ///< within a declaration
    bool names_next = false;                         ///< the next name is declared
    bool declared = false;                           ///< the operand is a name that is declared here
    bool has_operand = false;                        ///< the operand has its name, number or bracket
    std::optional<std::size_t> operand{}, product{}; ///< where they begin in out_
    int casts = 0;                                   ///< calls in the operand that end with it
    bool divides = false;                            ///< a call that ends with the operand
    bool shifts = false;                             ///< a call that ends with the sum
    int assigns = 0;                                 ///< calls that end with the statement
    std::string array{};                             ///< the local array, or its part, whose element is chosen
    std::string closing{};                           ///< comes before the closing bracket
  };

  Frame& frame() { return frames_.back(); }
  bool checks() const { return checks_ != nullptr && !frames_.back().constant; }
  std::string_view word_at(std::size_t n) const { return n < tokens_.size() ? tokens_[n].text : std::string_view(); }
  /// "nopal_fault, 12, "
  std::string place() {
    const std::size_t at = tokens_[at_].at;
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted_ = at;
    return fmt::format("nopal_fault, {}, ", checks_->line_sign * (checks_->first_line + line_));
  }

  /// Writes what is between the tokens.
  void gap(std::size_t to) {
    out_.append(text_, written_, to - written_);
    written_ = to;
  }
  void put(const Token& token) {
    gap(token.at);
    out_ += token.text;
    written_ = token.at + token.text.size();
  }
  /// Writes something else in place of the token.
  void put(const Token& token, std::string_view instead) {
    gap(token.at);
    out_ += instead;
    written_ = token.at + token.text.size();
  }

  void begin_operand(const Token& token) {
    gap(token.at);
    Frame& of = frame();
    if (!of.operand) of.operand = out_.size();
    if (!of.product) of.product = of.operand;
  }
  void end_operand() {
    Frame& of = frame();
    out_.append(static_cast<std::size_t>(std::exchange(of.casts, 0)), ')');
    if (std::exchange(of.divides, false)) out_ += ')';
    of.operand.reset();
    of.has_operand = of.declared = false;
    of.array.clear();
  }
  void end_product() {
    end_operand();
    frame().product.reset();
  }
  void end_sum() {
    end_product();
    if (std::exchange(frame().shifts, false)) out_ += ')';
  }
  void end_assignment() {
    end_sum();
    out_.append(static_cast<std::size_t>(std::exchange(frame().assigns, 0)), ')');
  }
  void end_statement() {
    end_assignment();
    frame().declares = frame().names_next = false;
  }

  void take(const Token& token) {
    if (token.kind == Token::Kind::name) return take_name(token);
    if (token.kind == Token::Kind::sign) return take_sign(token);
    begin_operand(token);
    put(token);
    frame().has_operand = true;
  }

  void take_name(const Token& token) {
    if (frame().has_operand) end_sum();
    if (type_words.has(token.text)) {
      frame().declares = frame().names_next = true;
      return put(token);
    }
    if (before_brackets.has(token.text) || statements.has(token.text) || token.text == "const") {
      end_sum();
      frame().constant = frame().constant || token.text == "case";
      return put(token);
    }
    begin_operand(token);
    put(token);
    if (token.text == "sizeof") return;
    Frame& of = frame();
    of.has_operand = true;
    const bool declared = of.declares && std::exchange(of.names_next, false);
    if (declared && of.open == '{' && word_at(at_ + 1) == "[") arrays_.insert(std::string(token.text));
    of.array = !declared && arrays_.contains(std::string(token.text)) ? token.text : "";
    of.declared = declared;
  }

  void take_sign(const Token& token) {
    const char c = token.text.size() == 1 ? token.text[0] : '\0';
    if (c == '(') return open_bracket(token);
    if (c == '[') return open_index(token);
    if (c == '{') {
      if (frame().has_operand) end_statement();
      return open(token, {.open = '{'});
    }
    if (c == ')' || c == ']' || c == '}') return close(token);
    if (c == ';') {
      end_statement();
    } else if (c == ':') {
      end_sum();
      frame().constant = frame().open == '[';
    } else if (c == ',') {
      end_assignment();
      frame().names_next = frame().declares;
    } else if (!frame().has_operand) {
      begin_operand(token); // a sign before its operand
    } else if (token.text != "++" && token.text != "--" && token.text != "." && token.text != "->") {
      return take_operator(token);
    }
    put(token);
  }

  void take_operator(const Token& token) {
    const std::string_view word = token.text;
    if (word == "/" || word == "%") return take_division(token);
    if (word == "/=" || word == "%=") return take_division_to(token);
    const bool shift = word == "<<" || word == ">>" || word == "<<=" || word == ">>=";
    if (word == "*")
      end_operand();
    else if (word == "+" || word == "-")
      end_product();
    else
      end_sum();
    put(token);
    if (!shift || !checks() || is_safe_count(std::string(word_at(at_ + 1)))) return;
    out_ += fmt::format(" nopal_shift({}", place());
    if (word.back() == '=')
      ++frame().assigns;
    else
      frame().shifts = true;
  }

  /// Whether the operand that follows is a number of bits that is right for all types: 1 to 31, and no sum begins with
  /// it.
  bool is_safe_count(const std::string& count) const {
    static const std::regex right("[1-9]|[12][0-9]|3[01]");
    constexpr Words longer{"+", "-", "*", "/", "%"};
    return std::regex_match(count, right) && !longer.has(word_at(at_ + 2));
  }

  bool has_safe_divisor() const {
    return at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == Token::Kind::number &&
           is_safe_divisor(word_at(at_ + 1));
  }
  std::string_view division_of(std::string_view word) const {
    return word[0] == '/' ? "nopal_divide" : "nopal_remainder";
  }

  void take_division(const Token& token) {
    end_operand();
    if (!checks() || has_safe_divisor()) return put(token);
    out_.insert(*frame().product, fmt::format("{}({}", division_of(token.text), place()));
    put(token, ",");
    frame().divides = true;
  }

  void take_division_to(const Token& token) {
    const std::string target = frame().operand ? out_.substr(*frame().operand) : "";
    end_sum();
    if (!checks() || has_safe_divisor()) return put(token);
    std::string on_one_line = without_comments(target);
    std::ranges::replace(on_one_line, '\n', ' ');
    put(token, fmt::format("= {}({}{},", division_of(token.text), place(), on_one_line));
    ++frame().assigns;
  }

  void open(const Token& token, Frame inner) {
    put(token);
    inner.constant = frame().constant;
    frames_.push_back(std::move(inner));
  }

  void open_bracket(const Token& token) {
    const std::string_view before = at_ == 0 ? std::string_view() : word_at(at_ - 1);
    if (before_brackets.has(before)) return open(token, {.open = '(', .of_statement = true});
    if (frame().has_operand) {
      const bool helper = checks_ != nullptr && checks_->functions.contains(std::string(before));
      const bool declared = frame().declared;
      open(token, {.open = '('});
      if (!helper) return;
      out_ += declared ? "nopal_fault_memory nopal_fault" : "nopal_fault";
      if (word_at(at_ + 1) == "void") written_ = tokens_[at_ + 1].at + tokens_[at_ + 1].text.size(), ++at_;
      if (word_at(at_ + 1) != ")") out_ += ", ";
      return;
    }
    if (before != "sizeof" && take_cast(token)) return;
    begin_operand(token);
    open(token, {.open = '('});
  }

  /// Takes `(int)` before an operand. Other casts are kept as they are.
  bool take_cast(const Token& token) {
    std::size_t end = at_ + 1;
    std::vector<std::string_view> words;
    for (; type_words.has(word_at(end)) || word_at(end) == "const"; ++end) words.push_back(word_at(end));
    if (words.empty() || word_at(end) != ")") return false;
    begin_operand(token);
    const std::string name = cast_name(words);
    if (name.empty()) {
      for (; at_ < end; ++at_) put(tokens_[at_]);
      put(tokens_[at_]);
      return true;
    }
    put(token, checks() ? fmt::format("nopal_checked_to_{}({}", name, place()) : fmt::format("nopal_to_{}(", name));
    for (; at_ < end; ++at_) put(tokens_[at_ + 1], "");
    ++frame().casts;
    return true;
  }

  void open_index(const Token& token) {
    const std::string array = frame().array;
    if (array.empty() || !checks()) {
      const bool extent = frame().declared;
      open(token, {.open = '['});
      frame().constant = frame().constant || extent;
      return;
    }
    frame().array += "[0]";
    open(token, {.open = '['});
    out_ += fmt::format("nopal_index({}", place());
    frame().closing = fmt::format(", (long)(sizeof({0}) / sizeof({0}[0])))", array);
  }

  void close(const Token& token) {
    end_statement();
    if (frames_.size() == 1) return put(token); // check_body() has refused this
    const Frame inner = std::move(frames_.back());
    frames_.pop_back();
    out_ += inner.closing;
    put(token);
    frame().has_operand = inner.open != '{' && !inner.of_statement;
  }

  const std::string& text_;
  const CheckedNames* checks_; ///< null: no checks
  const Tokens tokens_;
  std::size_t at_ = 0;      ///< the token
  std::size_t written_ = 0; ///< the part of the text that is in out_
  std::size_t counted_ = 0; ///< the part of the text whose lines are counted
  int line_ = 0;            ///< of that position, from 0
  std::string out_;
  std::vector<Frame> frames_;
  std::set<std::string> arrays_;
};

} // namespace

std::string with_conversions(const std::string& text) { return TextWriter(text, nullptr).write(); }

std::string with_checks(const std::string& text, const CheckedNames& names) { return TextWriter(text, &names).write(); }

} // namespace nopal
