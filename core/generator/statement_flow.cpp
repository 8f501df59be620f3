#include "core/generator/statement_flow.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

StatementFlow::StatementFlow(const Tokens& tokens, RangeOfName arity_of)
    : tokens_(tokens), state_(tokens), expression_(state_) {
  state_.range_of = [this, arity_of = std::move(arity_of)](std::string_view name) {
    const LocalName* const local = state_.locals.find(name);
    return local != nullptr ? local->range : arity_of(name);
  };
  for (std::size_t n = 0; n < tokens.size(); ++n)
    if (tokens[n].is_name() && (is_changed_at(tokens, n) || (n > 0 && tokens[n - 1].is("&"))))
      changes_[tokens[n].text].push_back(n);
}

void StatementFlow::run(std::size_t begin, std::size_t end) {
  state_.locals.open_scope();
  while (begin < end) begin = statement(begin, end);
  state_.locals.close_scope();
}

std::vector<UnsetUse> StatementFlow::unset_uses() const {
  std::vector<UnsetUse> uses;
  for (std::size_t n = 0; n < declared_names_.size(); ++n)
    if (state_.unset_uses[n] < tokens_.size())
      uses.push_back({state_.unset_uses[n], declared_names_[n], false, state_.is_set[n]});
  for (std::size_t n = 0; n < declared_arrays_.size(); ++n)
    for (const std::size_t use : state_.arrays.unset_uses(static_cast<int>(n)))
      uses.push_back({use, declared_arrays_[n], true, false});
  std::ranges::sort(uses, {}, &UnsetUse::use);
  return uses;
}

// Returns the first token behind the statement.
std::size_t StatementFlow::statement(std::size_t at, std::size_t end) {
  if (depth_ == deepest && !too_deep_) too_deep_ = at;
  if (too_deep_) return end;
  ++depth_;
  const std::size_t behind = compound(at, end);
  --depth_;
  return std::clamp(behind, at + 1, end);
}

std::size_t StatementFlow::compound(std::size_t at, std::size_t end) {
  const Token& first = tokens_[at];
  if (first.is("{")) return block(at, end);
  if (first.is("if")) return if_chain(at, end);
  if (first.is("while")) return while_loop(at, end);
  if (first.is("do")) return do_loop(at, end);
  if (first.is("for")) return for_loop(at, end);
  if (first.is("switch")) return switch_of(at, end);
  if (first.is("case") || first.is("default")) return label(at, end);
  if (is_declaration(at)) return declaration(at, end);
  const std::size_t semicolon = find(";", at, end);
  expression_.read_value(first.is("return") ? at + 1 : at, semicolon);
  if (first.is("return") || first.is("break") || first.is("continue")) leave(at);
  return semicolon + 1;
}

std::size_t StatementFlow::block(std::size_t open, std::size_t end) {
  const std::size_t close = closing(open, end);
  state_.locals.open_scope();
  for (std::size_t at = open + 1; at < close;) at = statement(at, close);
  state_.locals.close_scope();
  return close + 1;
}

// A chain of `else if` is one loop here, because it may be long.
std::size_t StatementFlow::if_chain(std::size_t at, std::size_t end) {
  const AssignedNames::Mark before = state_.names.mark();
  Added after{true, {}};
  for (;;) {
    const std::size_t close = closing(at + 1, end);
    const BranchAdds adds = expression_.read(at + 2, close);
    const AssignedNames::Mark decided = state_.names.mark();
    state_.names.apply(adds.when_true);
    at = statement(close + 1, end);
    after = meet(std::move(after), state_.names.since(before));
    state_.names.back(decided);
    state_.names.apply(adds.when_false);
    if (!tokens_[at].is("else") || at >= end) break;
    ++at;
    if (tokens_[at].is("if")) continue;
    at = statement(at, end);
    break;
  }
  after = meet(std::move(after), state_.names.take(before));
  state_.names.apply(after);
  return at;
}

// Goes through the body of a loop or switch at `at`, which then is behind it. Nothing of it stays in the state.
StatementFlow::Exit StatementFlow::body(std::size_t& at, std::size_t end, const Added& first) {
  state_.names.apply(first);
  at = statement(at, end);
  Exit exit = std::move(exits_.back());
  exits_.pop_back();
  Added last = state_.names.take(exit.mark);
  exit.continued = exit.continued ? meet(*std::move(exit.continued), std::move(last)) : std::move(last);
  return exit;
}

// Goes on behind a loop or switch: the ways that end it by themselves meet those that `break` took.
void StatementFlow::leave_by(const Added& end, const Exit& exit) {
  state_.names.apply(exit.broken ? meet(end, *exit.broken) : end);
}

std::size_t StatementFlow::while_loop(std::size_t at, std::size_t end) {
  const std::size_t close = closing(at + 1, end);
  state_.loops.push_back({at, after_statement(at, end)});
  const BranchAdds adds = expression_.read(at + 2, close);
  exits_.push_back({state_.names.mark(), true});
  at = close + 1;
  const Exit exit = body(at, end, adds.when_true);
  state_.loops.pop_back();
  leave_by(adds.when_false, exit);
  return at;
}

std::size_t StatementFlow::do_loop(std::size_t at, std::size_t end) {
  state_.loops.push_back({at, after_statement(at + 1, end)});
  exits_.push_back({state_.names.mark(), true});
  ++at;
  const Exit exit = body(at, end, {});
  state_.loops.pop_back();
  state_.names.apply(*exit.continued);
  const std::size_t close = closing(at + 1, end); // at: while
  const BranchAdds adds = expression_.read(at + 2, close);
  const Added after = in_turn(state_.names.take(exit.mark), adds.when_false);
  leave_by(after, exit);
  return find(";", close, end) + 1;
}

std::size_t StatementFlow::for_loop(std::size_t at, std::size_t end) {
  const ForHeader header = header_at(at + 1, end);
  const std::size_t behind = after_statement(at, end);
  state_.locals.open_scope();
  if (is_declaration(header.open + 1))
    declaration(header.open + 1, header.first);
  else
    expression_.read_value(header.open + 1, header.first);
  const std::optional<Counter> counter = counter_of(header);
  if (counter) limit_counter(*counter, header, behind);
  state_.loops.push_back({at, behind});
  BranchAdds adds = expression_.read(header.first + 1, header.second);
  if (header.second == header.first + 1) adds.when_false.dead = true; // it ends by `break` only
  exits_.push_back({state_.names.mark(), true});
  at = header.close + 1;
  const Exit exit = body(at, end, adds.when_true);
  state_.names.apply(*exit.continued);
  expression_.read_value(header.second + 1, header.close);
  Added after = state_.names.take(exit.mark);
  if (!counter || !runs_once(*counter)) after = adds.when_false;
  state_.loops.pop_back();
  leave_by(after, exit);
  state_.locals.close_scope();
  return at;
}

std::size_t StatementFlow::switch_of(std::size_t at, std::size_t end) {
  const std::size_t close = closing(at + 1, end);
  expression_.read_value(at + 2, close);
  exits_.push_back({state_.names.mark(), false});
  at = close + 1;
  const Exit exit = body(at, end, {true, {}}); // nothing runs before the first label
  Added after = *exit.continued;
  if (!exit.has_default) after = meet(std::move(after), {});
  leave_by(after, exit);
  return at;
}

// A way leads from the head of the switch to each label, so what a case before it adds does not count.
std::size_t StatementFlow::label(std::size_t at, std::size_t end) {
  if (!exits_.empty() && !exits_.back().is_loop) {
    state_.names.back(exits_.back().mark);
    exits_.back().has_default |= tokens_[at].is("default");
  }
  return find(":", at, end) + 1;
}

void StatementFlow::leave(std::size_t at) {
  const bool next = tokens_[at].is("continue");
  if (!tokens_[at].is("return"))
    for (auto exit = exits_.rbegin(); exit != exits_.rend(); ++exit) {
      if (next && !exit->is_loop) continue;
      std::optional<Added>& ways = next ? exit->continued : exit->broken;
      Added way = state_.names.since(exit->mark);
      ways = ways ? meet(*std::move(ways), std::move(way)) : std::move(way);
      break;
    }
  state_.names.leave();
}

} // namespace nopal
