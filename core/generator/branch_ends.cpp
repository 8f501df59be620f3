#include "core/generator/branch_ends.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool has_head(const Token& word) { return word.is("if") || word.is("for") || word.is("while") || word.is("switch"); }

} // namespace

bool TokenCounts::any(std::size_t begin, std::size_t end) const {
  const std::size_t last = before_.size() - 1;
  begin = std::min(begin, last);
  return before_[std::clamp(end, begin, last)] > before_[begin];
}

BranchEnds::BranchEnds(const Tokens& tokens)
    : tokens_(tokens), semicolons_(tokens.size() + 1, tokens.size()), around_(tokens.size(), tokens.size()),
      ends_(tokens.size(), tokens.size()) {
  std::vector<std::size_t> open;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n].is(")") && !open.empty()) open.pop_back();
    if (!open.empty()) around_[n] = open.back();
    if (tokens[n].is("(")) open.push_back(closing(n));
  }
  // What stands in a statement ends before the statement does.
  for (std::size_t n = tokens.size(); n-- > 0;) {
    semicolons_[n] = tokens[n].is(";") ? n : semicolons_[n + 1];
    if (!has_head(tokens[n])) continue;
    ends_[n] = after_statement(closing(n + 1) + 1);
    const std::size_t next = ends_[n] + (tokens[ends_[n]].is(";") ? 1 : 0);
    if (tokens[n].is("if") && tokens[next].is("else")) ends_[n] = after_statement(next + 1);
  }
}

std::size_t BranchEnds::closing(std::size_t open) const { return std::min(tokens_[open].partner, tokens_.size()); }

std::size_t BranchEnds::after_statement(std::size_t at) const {
  if (at >= tokens_.size()) return tokens_.size();
  if (tokens_[at].is("{")) return std::min(closing(at) + 1, tokens_.size());
  return has_head(tokens_[at]) ? ends_[at] : semicolons_[at];
}

std::size_t BranchEnds::after_operand(std::size_t at) const { return std::min(semicolons_[at], around_[at]); }

} // namespace nopal
