#include "core/generator/traps.hpp"

#include "core/generator/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

namespace nopal {

namespace {

bool continues_number(char c) { return c == '.' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

class TrapFinder {
public:
  TrapFinder(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors)
      : kernel_(kernel), text_(without_comments(text)), errors_(errors) {}

  void divisions() {
    static const std::regex division(R"(([0-9]+)\s*/\s*([0-9]+))");
    for (const std::smatch& match : matches(text_, division)) {
      const auto begin = static_cast<std::size_t>(match.position());
      if (!is_whole(begin, begin + static_cast<std::size_t>(match.length())) || is_factor(begin)) continue;
      if (match.length(1) > 9 || match.length(2) > 9) continue;
      const long n = std::stol(match[1]), divisor = std::stol(match[2]);
      if (divisor == 0 || n % divisor == 0) continue; // compilers refuse a division by 0
      add(begin, fmt::format("{0}/{1} divides integers, which gives {2}: write {0}.0/{1}.0", n, divisor, n / divisor));
    }
  }

  void powers() {
    static const std::regex power(R"([\w)]\s*\^\s*([23])(?![\w.]))");
    for (const std::smatch& match : matches(text_, power))
      add(static_cast<std::size_t>(match.position(1)),
          fmt::format("^ is the exclusive or of bits, not a power: write a product, or pow(x, {}.0)", match.str(1)));
  }

  void choices() {
    static const std::regex comparison(R"(([A-Za-z_]\w*)\s*[!=]=\s*([A-Za-z_]\w*))");
    for (const std::smatch& match : matches(text_, comparison)) {
      compare(match[1], match[2], static_cast<std::size_t>(match.position(2)));
      compare(match[2], match[1], static_cast<std::size_t>(match.position(1)));
    }
  }

private:
  void add(std::size_t at, const std::string& what) { errors_.add(location_in(text_, at, kernel_.path), what); }

  // Whether the two numbers are no parts of longer ones, such as 1.5, 0x10 or 1e-3.
  bool is_whole(std::size_t begin, std::size_t end) const {
    if (begin > 0 && continues_number(text_[begin - 1])) return false;
    if (begin > 1 && (text_[begin - 1] == '+' || text_[begin - 1] == '-') &&
        (text_[begin - 2] == 'e' || text_[begin - 2] == 'E'))
      return false;
    return end >= text_.size() || !continues_number(text_[end]);
  }

  // Whether another factor comes first: x*1/2 is (x*1)/2.
  bool is_factor(std::size_t begin) const {
    const std::size_t last = begin == 0 ? std::string::npos : text_.find_last_not_of(blanks, begin - 1);
    return last != std::string::npos && std::string_view("*/%").find(text_[last]) != std::string_view::npos;
  }

  void compare(const std::string& parameter, const std::string& choice, std::size_t at) {
    const auto argument = std::ranges::find(kernel_.arguments, parameter, &ArgumentDeclaration::name);
    const bool is_choice = std::ranges::any_of(kernel_.constants, [&](const auto& of) { return of.first == choice; });
    if (argument == kernel_.arguments.end() || !is_choice || choice.starts_with(parameter + "_")) return;
    add(at, fmt::format(
                "{} is not a choice of {}, so the comparison has no meaning: compare {} with one of its own choices",
                choice, argument->source, parameter));
  }

  const KernelDeclaration& kernel_;
  const std::string text_;
  ErrorList& errors_;
};

} // namespace

void check_traps(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors) {
  TrapFinder finder(kernel, text, errors);
  finder.divisions();
  finder.powers();
  finder.choices();
}

} // namespace nopal
