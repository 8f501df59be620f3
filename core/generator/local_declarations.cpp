// The parts of StatementFlow that find declarations, headers of loops and ends of statements.

#include "core/generator/statement_flow.hpp"
#include "core/kernel_text/words.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool is_type(const Token& token) {
  constexpr Words types{"real", "int",   "bool", "int32", "uint32",   "float32", "double",
                        "long", "short", "char", "void",  "unsigned", "signed"};
  return token.is_name() && types.has(token.text);
}

bool is_part_of_type(const Token& token) {
  return is_type(token) || token.is("const") || token.is("*") || token.is("&");
}

} // namespace

bool StatementFlow::is_declaration(std::size_t at) const {
  if (!is_type(tokens_[at]) && !tokens_[at].is("const")) return false;
  while (is_part_of_type(tokens_[at])) ++at;
  return tokens_[at].is_name();
}

std::size_t StatementFlow::declaration(std::size_t at, std::size_t end) {
  const std::size_t semicolon = find(";", at, end);
  bool is_constant = false;
  for (; is_type(tokens_[at]) || tokens_[at].is("const"); ++at) is_constant |= tokens_[at].is("const");
  while (at < semicolon) {
    const std::size_t comma = find(",", at, semicolon);
    declarator(at, comma, is_constant);
    at = comma + 1;
  }
  return semicolon + 1;
}

void StatementFlow::declarator(std::size_t begin, std::size_t end, bool is_constant) {
  std::size_t name = begin;
  while (name < end && is_part_of_type(tokens_[name])) ++name;
  if (name >= end || !tokens_[name].is_name()) return;
  std::size_t next = name + 1;
  while (next < end && tokens_[next].is("[")) next = closing(next, end) + 1;
  LocalName local;
  local.token = name;
  local.is_array = next > name + 1;
  const bool is_given = next < end || name > begin; // what is behind a pointer is another's
  if (local.is_array && !is_given) {
    local.number = state_.arrays.add();
    declared_arrays_.push_back(name);
  }
  if (!local.is_array) {
    local.number = state_.names.add();
    declared_names_.push_back(name);
    state_.unset_uses.push_back(tokens_.size());
    state_.is_set.push_back(false);
  }
  state_.locals.declare(tokens_[name].text, local); // it is known in its own value already
  if (!is_given) return;
  const bool begins = tokens_[next].is("=");
  expression_.read_value(next + (begins ? 1 : 0), end);
  LocalName& declared = *state_.locals.find(tokens_[name].text);
  if (!declared.is_array) declared.number = LocalName::always_set;
  if (is_constant && !declared.is_array && begins)
    declared.range = constant_range(tokens_, next + 1, end, state_.range_of);
}

StatementFlow::ForHeader StatementFlow::header_at(std::size_t open, std::size_t end) const {
  ForHeader header;
  header.open = open;
  header.close = closing(open, end);
  header.first = find(";", open + 1, header.close);
  header.second = find(";", std::min(header.first + 1, header.close), header.close);
  return header;
}

// Returns nullopt if the header has another form.
std::optional<StatementFlow::Counter> StatementFlow::counter_of(const ForHeader& header) const {
  std::size_t name = header.open + 1;
  while (is_type(tokens_[name])) ++name;
  const std::size_t condition = header.first + 1;
  if (!tokens_[name].is_name() || !tokens_[name + 1].is("=") || tokens_[condition].text != tokens_[name].text)
    return std::nullopt;
  const auto start = constant_range(tokens_, name + 2, header.first, state_.range_of);
  const auto bound = constant_range(tokens_, condition + 2, header.second, state_.range_of);
  if (!start || !bound) return std::nullopt;
  return Counter{tokens_[name].text, tokens_[condition + 1].text, *start, *bound};
}

bool StatementFlow::runs_once(const Counter& counter) {
  const ConstantRange &start = counter.start, &bound = counter.bound;
  return (counter.comparison == "<" && start.upper < bound.lower) ||
         (counter.comparison == "<=" && start.upper <= bound.lower) ||
         (counter.comparison == ">" && start.lower > bound.upper) ||
         (counter.comparison == ">=" && start.lower >= bound.upper) ||
         (counter.comparison == "!=" && !start.meets(bound));
}

// Sets the range of a counter that only the header changes. `end`: behind the loop.
void StatementFlow::limit_counter(const Counter& counter, const ForHeader& header, std::size_t end) {
  const bool up = counter.comparison.starts_with('<'), down = counter.comparison.starts_with('>');
  LocalName* const local = state_.locals.find(counter.name);
  if (local == nullptr || local->token < header.open || (!up && !down) || is_changed(counter.name, header.close, end))
    return;
  const long beyond = counter.comparison.size() == 1 ? 1 : 0;
  const ConstantRange range = up ? ConstantRange{counter.start.lower, counter.bound.upper - beyond}
                                 : ConstantRange{counter.bound.lower + beyond, counter.start.upper};
  if (range.lower <= range.upper) local->range = range;
}

bool StatementFlow::is_changed(std::string_view name, std::size_t begin, std::size_t end) const {
  const auto found = changes_.find(name);
  if (found == changes_.end()) return false;
  const auto first = std::ranges::lower_bound(found->second, begin);
  return first != found->second.end() && *first < end;
}

// The first such sign outside of inner brackets; `end` if there is none.
std::size_t StatementFlow::find(std::string_view sign, std::size_t at, std::size_t end) const {
  for (; at < end; ++at) {
    if (tokens_[at].is(sign)) return at;
    if (tokens_[at].partner != Token::no_partner && tokens_[at].partner > at) at = tokens_[at].partner;
  }
  return end;
}

std::size_t StatementFlow::closing(std::size_t open, std::size_t end) const {
  const std::size_t partner = tokens_[open].partner; // of no bracket: beyond the end
  return partner > open ? std::min(partner, end) : end;
}

std::size_t StatementFlow::after_statement(std::size_t at, std::size_t end) const {
  for (int ifs = 0; at < end;) {
    const Token& first = tokens_[at];
    const bool has_head = first.is("if") || first.is("for") || first.is("while") || first.is("switch");
    ifs += first.is("if") ? 1 : 0;
    if (has_head) {
      at = closing(at + 1, end) + 1;
      continue;
    }
    if (first.is("do")) return end;
    at = (first.is("{") ? closing(at, end) : find(";", at, end)) + 1;
    if (ifs-- <= 0 || !tokens_[at].is("else")) return std::min(at, end);
    ++at;
  }
  return end;
}

} // namespace nopal
