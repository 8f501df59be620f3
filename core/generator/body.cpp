#include "core/base/ascii.hpp"
#include "core/generator/accesses.hpp"
#include "core/generator/definite_assignment.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/generator/index_kinds.hpp"
#include "core/generator/traps.hpp"
#include "core/kernel_text/characters.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/numbers.hpp"
#include "core/kernel_text/tokens.hpp"
#include "core/kernel_text/words.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace nopal {

namespace {

/// The functions that a text may call.
class Callable {
public:
  void add(std::string_view name) {
    names_.emplace_back(name);
    known_.emplace(name);
  }
  bool contains(const std::string& name) const { return known_.contains(name); }
  const std::vector<std::string>& names() const { return names_; }

private:
  std::vector<std::string> names_;
  std::unordered_set<std::string> known_;
};

// Goes once through a body or a helper function. Comments count as blanks.
class BodyChecker {
public:
  BodyChecker(const KernelDeclaration& kernel, const std::string& body, const Locations& where,
              const Callable& callable, ErrorList& errors)
      : kernel_(kernel), body_(body), where_(where), errors_(errors), callable_(callable) {}

  void run() {
    while (at_ < body_.size()) step();
    if (!open_.empty()) fail(open_.back(), fmt::format("'{}' is never closed", body_[open_.back()]));
  }

private:
  void fail(std::size_t at, const std::string& what) { errors_.add(where_(at), what); }
  char next() const { return at_ + 1 < body_.size() ? body_[at_ + 1] : '\0'; }

  void step() {
    const std::size_t first = at_;
    const char c = body_[first];
    if (may_begin_comment_or_text(c)) at_ = after_comment_or_text(body_, first);
    if (at_ != first) {
      comment_or_text(first);
    } else if (is_digit(c) || (c == '.' && is_digit(next()))) {
      number();
    } else if (in_name(c)) {
      name();
    } else {
      sign(c);
      ++at_;
    }
    if (!std::isspace(static_cast<unsigned char>(c)) && c != '(' && !in_name(c)) format_comes_ = false;
  }

  // Checks the comment or text from `first` to at_.
  void comment_or_text(std::size_t first) {
    const char c = body_[first];
    const std::size_t length = at_ - first;
    if (c == '/') {
      if (body_[first + 1] == '*' && (length < 4 || body_.compare(at_ - 2, 2, "*/") != 0))
        fail(first, "this comment is never closed");
    } else if (c != '"' || !format_comes_) {
      fail(first, "this is a text, but a kernel computes with numbers (only the format of printf is a text)");
    } else if (length < 2 || body_[at_ - 1] != '"') {
      fail(first, "this text is not closed on its line");
    }
  }

  void number() {
    const std::size_t first = at_;
    at_ = after_number(body_, first);
    const std::size_t digits = at_;
    while (at_ + 1 < body_.size() && body_[at_] == '\'' && in_name(body_[at_ + 1])) at_ = after_number(body_, at_);
    const std::string number = body_.substr(first, at_ - first);
    if (at_ > digits)
      fail(first,
           fmt::format("{} has separators between its digits, which OpenCL C does not have: remove them", number));
    else if (const std::string wrong = wrong_number(number); !wrong.empty())
      fail(first, wrong);
  }

  void name() {
    const std::size_t first = at_;
    while (at_ < body_.size() && in_name(body_[at_])) ++at_;
    const std::string word = body_.substr(first, at_ - first);
    const std::size_t after = body_.find_first_not_of(" \t\n\v\f\r", at_);
    constexpr Words forbidden{"goto",     "asm",       "static", "extern", "typedef", "struct", "union", "class",
                              "template", "namespace", "using",  "new",    "delete",  "throw",  "auto",  "float"};
    if (word == "return" && kernel_.block && syncs_)
      fail(first,
           "a thread that returns here never reaches the block_sync() where the other threads of its block wait: "
           "remove the return and put the rest under an if, such as if (inside) { ... }");
    else if (forbidden.has(word))
      fail(first, fmt::format("kernels have no \"{}\": a body computes one point from its arguments with real and int "
                              "variables",
                              word));
    else if (word.starts_with("nopal") || word.starts_with("__"))
      fail(first, fmt::format("the name \"{}\" is kept for generated code; choose another", word));
    else if (is_foreign_word(word))
      fail(first,
           fmt::format("\"{}\" is a word of C++, OpenCL C or CUDA, and this text is compiled in these languages, "
                       "too; choose another name",
                       word));
    else if (after != std::string::npos && body_[after] == '(')
      check_call(word, first);
  }

  void check_call(const std::string& word, std::size_t first) {
    constexpr Words keywords{"if", "for", "while", "switch", "return", "sizeof", "else", "do", "case"};
    if (keywords.has(word)) return;
    format_comes_ = word == "printf";
    if (callable_.contains(word)) return;
    if (!kernel_.block && !reserved_in_blocks(word).empty())
      fail(first, fmt::format("{} is for block kernels: add \"threads:\" to the item of kernel {}, or remove this call",
                              word, kernel_.name));
    else
      fail(first,
           fmt::format("kernel {} of thorn {} calls \"{}\", which is neither a function of the kernel dialect nor "
                       "a grid function that its reads and writes declare{}",
                       kernel_.name, kernel_.thorn, word, did_you_mean(word, callable_.names())));
  }

  void sign(char c) {
    if (c == '#')
      fail(at_, "kernels have no preprocessor lines: use const variables and parameters");
    else if (c == '(' || c == '{' || c == '[')
      open_.push_back(at_);
    else if (c == ')' || c == '}' || c == ']')
      close(c);
    else if (c == '\\')
      fail(at_, "kernels have no backslash: remove it");
    else if (c == '*' && next() == '/')
      fail(at_, "\"*/\" ends no comment here: comments do not stand within comments");
  }

  void close(char c) {
    const char opening = c == ')' ? '(' : c == '}' ? '{' : '[';
    if (!open_.empty() && body_[open_.back()] == opening) {
      open_.pop_back();
      return;
    }
    if (open_.empty())
      fail(at_, fmt::format("'{}' closes nothing", c));
    else
      fail(at_,
           fmt::format("'{}' does not close the '{}' of line {}", c, body_[open_.back()], where_(open_.back()).line));
    at_ = body_.size() - 1; // the rest would only repeat this error
    open_.clear();
  }

  const KernelDeclaration& kernel_;
  const std::string& body_;
  const Locations& where_;
  ErrorList& errors_;
  const Callable& callable_;
  std::vector<std::size_t> open_; // the brackets that are open
  bool syncs_ = without_comments(body_).find("block_sync") != std::string::npos;
  bool format_comes_ = false;
  std::size_t at_ = 0;
};

// The indices that an access has.
const char* index_rule(const ArgumentDeclaration& argument) {
  if (argument.is_field()) return "write i, j and k, also for grids with fewer axes";
  if (argument.is_array()) return "write as many as its group has numbers under shape:";
  return argument.axes == 2 ? "write the target of the map and the component" : "write the component";
}

// Refuses reads of what is only written, and writes of what is only read.
void check_access(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors) {
  for (const TextAccess& access : text_accesses(kernel, text)) {
    const ArgumentDeclaration& of = kernel.arguments[static_cast<std::size_t>(access.field)];
    if (access.n_indices != of.axes) {
      errors.add(access.where,
                 fmt::format("{}({}) has {} ind{}, but {} takes {}: {}", of.name, access.indices, access.n_indices,
                             access.n_indices == 1 ? "ex" : "ices", of.source, of.axes, index_rule(of)));
      continue;
    }
    // In a block kernel, atomics change what stands between their parentheses.
    const bool reads = kernel.block ? access.reads && access.writes : access.reads;
    if (of.access == Access::read && access.writes)
      errors.add(access.where,
                 fmt::format("this line writes {}, but kernel {} declares {} under reads: only: declare it "
                             "under writes:, too",
                             of.name, kernel.name, of.source));
    if (of.access == Access::increment && !access.adds)
      errors.add(access.where, fmt::format("this line uses {} in another way than += or -=, but kernel {} declares {} "
                                           "under increments:",
                                           of.name, kernel.name, of.source));
    if (of.access == Access::write && reads)
      errors.add(access.where,
                 fmt::format("this line reads {}{}, but kernel {} declares {} under writes: only: declare it "
                             "under reads:, too",
                             of.name, access.writes ? " before it writes it" : "", kernel.name, of.source));
  }
}

// Refuses atomic operations on what is only written: they read the number that they change.
void check_atomics(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors) {
  const Tokens tokens(text.body);
  for (std::size_t n = 0; n + 3 < tokens.size(); ++n) {
    if (!tokens[n].text.starts_with("atomic_") || !tokens[n + 1].is("(") || !tokens[n + 3].is("(")) continue;
    const auto of = std::ranges::find(kernel.arguments, tokens[n + 2].text, &ArgumentDeclaration::name);
    if (of == kernel.arguments.end() || of->access != Access::write) continue;
    errors.add(location_in(text.body, tokens[n + 2].at, kernel.path),
               fmt::format("{} reads {} before it changes it, but kernel {} declares {} under writes: only: declare it "
                           "under reads:, too",
                           tokens[n].text, of->name, kernel.name, of->source));
  }
}

// Refuses names of functions and shared arrays that mean something else.
void check_name(const KernelDeclaration& kernel, const std::string& name, const Location& where, ErrorList& errors) {
  std::string reserved = reserved_in(kernel, name);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.name == name) reserved = argument.source;
  for (const auto& [constant, value] : kernel.constants)
    if (constant == name) reserved = "a choice of a keyword parameter";
  if (!reserved.empty())
    errors.add(where, fmt::format("the name \"{}\" is taken ({}); choose another", name, reserved));
}

// Each function may call those before it. It cannot call itself, because OpenCL has no recursion.
void check_functions(const KernelDeclaration& kernel, const KernelText& text, Callable& callable, ErrorList& errors) {
  for (const HelperFunction& function : text.functions) {
    check_name(kernel, function.name, function.where, errors);
    if (callable.contains(function.name))
      errors.add(function.where,
                 fmt::format("there are two functions with the name \"{}\": rename one", function.name));
    std::string block = function.text;
    for (std::size_t at = 0; block[at] != '{'; ++at)
      if (block[at] != '\n') block[at] = ' ';
    const Locations where(block, function.where.file.empty() ? kernel.path : function.where.file, function.first_line);
    BodyChecker(kernel, block, where, callable, errors).run();
    check_traps(kernel, block, where, errors);
    callable.add(function.name);
  }
}

void check_shared(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors) {
  for (const SharedArray& array : text.shared) {
    check_name(kernel, array.name, array.where, errors);
    if (!kernel.block)
      errors.add(
          array.where,
          fmt::format("shared arrays are for block kernels: add \"threads:\" to the item of kernel {}", kernel.name));
  }
  const SharedArray* dynamic = text.dynamic();
  const std::string shared = kernel.block ? kernel.block->shared : "";
  if (kernel.block && dynamic != nullptr && shared.empty())
    errors.add(dynamic->where,
               fmt::format("the shared array {} has no extent: write \"shared:\" with the number of its "
                           "elements in the item of kernel {}",
                           dynamic->name, kernel.name));
  if (dynamic == nullptr && !shared.empty())
    errors.add(kernel.block->where,
               fmt::format("kernel {} says \"shared: {}\", but its text has no shared array without extent: add one, "
                           "such as \"shared real buffer[];\", or remove \"shared:\"",
                           kernel.name, shared));
}

} // namespace

void check_body(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors) {
  const std::size_t before = errors.count();
  check_characters(std::string(own_text(text)), kernel.path, errors);
  const KernelText parts = parse_kernel_text(text, kernel.path, errors);
  Callable callable;
  for (const std::string_view name : {"min", "max", "printf"}) callable.add(name);
  for (const DialectFunction& function : dialect_functions()) callable.add(function.name);
  check_functions(kernel, parts, callable, errors);
  check_shared(kernel, parts, errors);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape() || argument.is_dat()) callable.add(argument.name);
  if (kernel.loop) callable.add("count");
  if (kernel.block) {
    callable.add("block_sync");
    for (const std::string_view atomic : dialect_atomics()) callable.add(atomic);
  }
  const std::size_t before_body = errors.count();
  const Locations where(parts.body, kernel.path);
  BodyChecker(kernel, parts.body, where, callable, errors).run();
  check_traps(kernel, parts.body, where, errors);
  const bool body_is_whole = errors.count() == before_body;
  if (errors.count() == before) check_assignments(kernel, parts, errors);
  if (!body_is_whole) return;
  check_access(kernel, parts, errors);
  check_index_kinds(kernel, parts, errors);
  check_atomics(kernel, parts, errors);
}

} // namespace nopal
