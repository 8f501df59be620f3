#include "core/kernel_text/kernel_text.hpp"

#include "core/kernel_text/characters.hpp"
#include "core/kernel_text/tokens.hpp"
#include "core/kernel_text/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <unordered_set>
#include <utility>

namespace nopal {

namespace {

/// Stands between the text of functions_file and that of a kernel. The path of the former and a new line follow it.
constexpr std::string_view functions_mark = "\f\fnopal functions ";

} // namespace

std::size_t after_comment_or_text(const std::string& text, std::size_t at) {
  const char first = text[at];
  if (!may_begin_comment_or_text(first)) return at;
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string::npos ? text.size() : end + 2;
  }
  if (first == '/') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != first && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::vector<std::string> names_in(const std::string& text) {
  const Tokens tokens(text);
  std::vector<std::string> names;
  for (std::size_t n = 0; n < tokens.size(); ++n)
    if (tokens[n].is_name()) names.emplace_back(tokens[n].text);
  return names;
}

Location location_in(const std::string& text, std::size_t at, const std::string& path, int first_line) {
  work_done += at;
  const auto line = std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + first_line;
  const std::size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1; // npos + 1 is 0
  return {path, static_cast<int>(line), static_cast<int>(at - line_start + 1)};
}

Locations::Locations(const std::string& text, std::string path, int first_line)
    : path_(std::move(path)), first_line_(first_line), starts_{0} {
  work_done += text.size();
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
    starts_.push_back(end + 1);
}

Location Locations::operator()(std::size_t at) const {
  const auto next = std::ranges::upper_bound(starts_, at);
  const auto line = static_cast<int>(next - starts_.begin()) - 1;
  return {path_, first_line_ + line, static_cast<int>(at - *(next - 1) + 1)};
}

namespace {

// Goes through a file once and cuts out the helper functions and the shared arrays.
class Cutter {
public:
  Cutter(const std::string& text, const std::string& path, ErrorList& errors)
      : text_(text), where_(text, path), errors_(errors) {}

  KernelText cut() {
    result_.body = text_;
    while (at_ < text_.size()) {
      if (skip()) continue;
      const char c = text_[at_];
      if (c == '(' || c == '{' || c == '[') ++depth_;
      if (c == ')' || c == '}' || c == ']') --depth_;
      if (!in_name(c)) {
        ++at_;
        continue;
      }
      const std::size_t first = at_;
      while (at_ < text_.size() && in_name(text_[at_])) ++at_;
      const std::string_view word(text_.data() + first, at_ - first);
      if (word == "function") function(first);
      if (word == "shared") shared(first);
    }
    if (std::ranges::count(result_.shared, true, &SharedArray::is_dynamic) > 1)
      errors_.add(result_.shared.back().where, "a kernel may have at most one shared array without extent, because "
                                               "\"shared:\" of its item gives one length");
    return std::move(result_);
  }

private:
  bool skip() {
    if (!may_begin_comment_or_text(text_[at_])) return false;
    const std::size_t after = after_comment_or_text(text_, at_);
    return std::exchange(at_, after) != after;
  }

  /// The position after the bracket that closes the one at `open`; npos: it is not closed.
  std::size_t after_closing(std::size_t open) {
    int depth = 0;
    for (at_ = open; at_ < text_.size();) {
      if (skip()) continue;
      const char c = text_[at_++];
      if (c == '(' || c == '{') ++depth;
      if ((c == ')' || c == '}') && --depth == 0) return at_;
    }
    return std::string::npos;
  }

  void take_out(std::size_t first, std::size_t last) {
    for (std::size_t at = first; at < last; ++at)
      if (text_[at] != '\n') result_.body[at] = ' ';
    at_ = last;
  }

  bool at_top(std::size_t first, const char* what) {
    if (depth_ == 0) return true;
    errors_.add(where_(first), fmt::format("{} stands inside brackets: write it before the body", what));
    return false;
  }

  void function(std::size_t first) {
    if (!at_top(first, "this function")) return;
    static const std::regex head(R"(\s+(?:real|int|bool)\s+([A-Za-z_]\w*)\s*\()");
    std::smatch parts;
    const auto from = text_.cbegin() + static_cast<long>(at_);
    std::size_t end = std::string::npos;
    if (std::regex_search(from, text_.cend(), parts, head, std::regex_constants::match_continuous)) {
      const std::string name = parts[1];
      const std::size_t type = text_.find_first_not_of(blanks, at_);
      end = after_closing(at_ + static_cast<std::size_t>(parts.length()) - 1);
      if (end != std::string::npos) end = text_.find_first_not_of(" \t\r\n", end);
      end = end == std::string::npos || text_[end] != '{' ? std::string::npos : after_closing(end);
      if (end != std::string::npos) {
        const Location begin = where_(type);
        result_.functions.push_back(
            {name, std::string(static_cast<std::size_t>(begin.column - 1), ' ') + text_.substr(type, end - type),
             begin.line, where_(first)});
      }
    }
    if (end == std::string::npos) {
      errors_.add(where_(first), "expected a function such as \"function real square(real a) { return a * a; }\", of "
                                 "type real, int or bool");
      end = text_.size();
    }
    take_out(first, end);
  }

  void shared(std::size_t first) {
    if (!at_top(first, "this shared array")) return;
    static const std::regex declaration(
        R"(\s+(real|int|int32|uint32|float32)\s+([A-Za-z_]\w*)\s*((?:\[\s*\d+\s*\])+|\[\s*\])\s*;)");
    std::smatch parts;
    const auto from = text_.cbegin() + static_cast<long>(at_);
    std::size_t end = text_.find(';', at_);
    if (std::regex_search(from, text_.cend(), parts, declaration, std::regex_constants::match_continuous)) {
      end = at_ + static_cast<std::size_t>(parts.length());
      std::string extents = parts[3];
      std::erase_if(extents, [](unsigned char c) { return std::isspace(c); });
      result_.shared.push_back({parts[1], parts[2], extents, where_(first)});
    } else {
      errors_.add(where_(first), "expected one shared array such as \"shared real tile[18][18];\", of type real, int, "
                                 "int32, uint32 or float32 and with numbers as extents, or \"shared real buffer[];\"");
      end = end == std::string::npos ? text_.size() : end + 1;
    }
    take_out(first, end);
  }

  const std::string& text_;
  const Locations where_;
  ErrorList& errors_;
  KernelText result_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace

const SharedArray* KernelText::dynamic() const {
  const auto found = std::ranges::find(shared, true, &SharedArray::is_dynamic);
  return found == shared.end() ? nullptr : &*found;
}

std::string without_comments(std::string text) {
  const std::string original = text;
  work_done += text.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t after = may_begin_comment_or_text(original[at]) ? after_comment_or_text(original, at) : at;
    for (std::size_t n = at; n < after; ++n)
      if (text[n] != '\n') text[n] = ' ';
    at = std::max(after, at + 1);
  }
  return text;
}

KernelText parse_kernel_text(const std::string& text, const std::string& path, ErrorList& errors) {
  const std::string own(own_text(text));
  KernelText parts = Cutter(own, path, errors).cut();
  const std::size_t mark = text.find(functions_mark);
  if (mark == std::string::npos) return parts;
  const std::size_t name = mark + functions_mark.size();
  const std::string functions = text.substr(0, mark), functions_path = text.substr(name, text.find('\n', name) - name);
  ErrorList known; // check_functions() has reported them
  KernelText before = Cutter(functions, functions_path, known).cut();
  parts.functions.insert(parts.functions.begin(), before.functions.begin(), before.functions.end());
  return parts;
}

std::string with_functions(const std::string& functions, const std::string& path, const std::string& kernel) {
  const std::vector<std::string> names = names_in(kernel);
  const std::unordered_set<std::string> used(names.begin(), names.end());
  const bool calls = std::ranges::any_of(parse_kernel_text(functions).functions,
                                         [&](const HelperFunction& function) { return used.contains(function.name); });
  return calls ? fmt::format("{}{}{}\n{}", functions, functions_mark, path, kernel) : kernel;
}

std::string_view own_text(std::string_view text) {
  const std::size_t mark = text.find(functions_mark);
  return mark == std::string_view::npos ? text : text.substr(text.find('\n', mark) + 1);
}

std::string_view shared_functions(std::string_view text) {
  const std::size_t mark = text.find(functions_mark);
  return mark == std::string_view::npos ? std::string_view() : text.substr(0, mark);
}

void check_functions(const std::string& functions, const std::string& path, ErrorList& errors) {
  check_characters(functions, path, errors);
  const KernelText parts = parse_kernel_text(functions, path, errors);
  const std::string rest = without_comments(parts.body);
  if (const std::size_t at = rest.find_first_not_of(" \t\r\n"); at != std::string::npos)
    errors.add(location_in(functions, at, path),
               fmt::format("{} has only functions, such as \"function real square(real a) "
                           "{{ return a * a; }}\": remove the rest",
                           functions_file));
  for (const SharedArray& array : parts.shared)
    errors.add(array.where,
               fmt::format("{} has only functions: declare the shared array in the kernel", functions_file));
}

std::set<std::string> names_in(const std::string& body, const std::vector<HelperFunction>& functions) {
  std::set<std::string> names;
  const auto add = [&names](const std::string& text) {
    for (std::string& name : names_in(without_comments(text))) names.insert(std::move(name));
  };
  add(body);
  for (const HelperFunction& function : functions) add(function.text);
  return names;
}

KernelText parse_kernel_text(const std::string& text) {
  ErrorList errors;
  return parse_kernel_text(text, "", errors);
}

} // namespace nopal
