#include "core/generator/expression_flow.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

BranchAdds ExpressionFlow::read(std::size_t begin, std::size_t end) {
  stack_.clear();
  now_ = {};
  for (std::size_t at = begin; at < end; ++at) {
    const Token& token = tokens_[at];
    if (token.is("sizeof")) { // it computes nothing
      at = tokens_[at + 1].partner != Token::no_partner ? tokens_[at + 1].partner : at + 1;
    } else if (token.is_name()) {
      name(at);
    } else if (token.kind == Token::Kind::number) {
      now_ = {};
      now_.when_true.dead = token.is("0");
      now_.when_false.dead = token.is("1");
    } else if (token.kind == Token::Kind::sign) {
      sign(at);
    }
  }
  reduce(Kind::choice, end);
  return std::exchange(now_, {});
}

void ExpressionFlow::read_value(std::size_t begin, std::size_t end) {
  now_ = read(begin, end);
  settle();
}

void ExpressionFlow::name(std::size_t at) {
  now_ = {};
  if (tokens_[at].is("true")) now_.when_false.dead = true;
  if (tokens_[at].is("false")) now_.when_true.dead = true;
  LocalName* const local = state_.locals.find(tokens_[at].text);
  if (local == nullptr || local->number == LocalName::always_set) return;
  if (gives_address(at)) {
    if (local->is_array)
      state_.arrays.lose(local->number);
    else
      set(at, at);
    return;
  }
  if (!is_target(at)) use(at, *local);
}

void ExpressionFlow::use(std::size_t at, LocalName& local) {
  if (local.is_array) {
    const Token& next = tokens_[after_element(at)];
    const bool whole = !tokens_[at + 1].is("[");
    if (whole) {
      state_.arrays.lose(local.number);
      return;
    }
    state_.arrays.use(local.number, element(at, local, at));
    if (is_assignment(next) || next.is("++") || next.is("--") || tokens_[at - 1].is("++") || tokens_[at - 1].is("--"))
      state_.arrays.set(local.number, element(at, local, at));
    return;
  }
  std::size_t& first = state_.unset_uses[static_cast<std::size_t>(local.number)];
  if (!state_.names.has(local.number)) first = std::min(first, at);
}

void ExpressionFlow::set(std::size_t at, std::size_t now) {
  const LocalName* const local = state_.locals.find(tokens_[at].text);
  if (local == nullptr || local->number == LocalName::always_set) return;
  if (local->is_array) {
    state_.arrays.set(local->number, element(at, *local, now));
    return;
  }
  state_.names.assign(local->number);
  state_.is_set[static_cast<std::size_t>(local->number)] = true;
}

void ExpressionFlow::sign(std::size_t at) {
  const Token& token = tokens_[at];
  const char c = token.text.front();
  if (c == '(' || c == '[' || c == '{') return open(at);
  if (c == ')' || c == ']' || c == '}') return close(at);
  if (token.is("!")) {
    stack_.push_back({Kind::negation});
  } else if (token.is("&&")) {
    reduce(Kind::both, at);
    begin_part(Kind::both, {{}, now_.when_false}, now_.when_true);
  } else if (token.is("||")) {
    reduce(Kind::either, at);
    begin_part(Kind::either, {now_.when_true, {}}, now_.when_false);
  } else if (token.is("?")) {
    reduce(Kind::either, at);
    begin_part(Kind::choice, {{}, now_.when_false}, now_.when_true);
  } else if (token.is(":")) {
    end_choice();
  } else if (token.is("=")) {
    Pending assignment{Kind::assignment};
    assignment.target = target_before(at);
    now_ = {};
    stack_.push_back(std::move(assignment));
  } else if (token.is(",")) {
    reduce(Kind::choice, at);
    settle();
  } else {
    reduce(Kind::negation, at);
    settle();
    stack_.push_back({Kind::operation});
  }
}

void ExpressionFlow::open(std::size_t at) {
  const bool call = at > 0 && (is_operand(at - 1) || !tokens_[at].is("("));
  stack_.push_back({call ? Kind::list : Kind::grouping});
  now_ = {};
}

void ExpressionFlow::close(std::size_t at) {
  reduce(Kind::choice, at);
  if (stack_.empty()) return;
  if (stack_.back().kind == Kind::list) settle();
  stack_.pop_back();
}

// Begins a part that only some ways reach: those that have added `first`.
void ExpressionFlow::begin_part(Kind kind, BranchAdds kept, const AssignedNames::Added& first) {
  stack_.push_back({kind, state_.names.mark(), std::move(kept)});
  state_.names.apply(first);
  now_ = {};
}

// At the colon of `condition ? one : other`.
void ExpressionFlow::end_choice() {
  reduce(Kind::other, tokens_.size());
  if (stack_.empty() || stack_.back().kind != Kind::choice) return;
  Pending& pending = stack_.back();
  const AssignedNames::Added part = state_.names.take(pending.mark), other = pending.kept.when_false;
  pending.kept = {in_turn(part, now_.when_true), in_turn(part, now_.when_false)};
  pending.kind = Kind::other;
  state_.names.apply(other);
  now_ = {};
}

void ExpressionFlow::settle() {
  state_.names.apply(meet(std::move(now_.when_true), std::move(now_.when_false)));
  now_ = {};
}

// Ends the operands of all operators that bind as `weakest` or more strongly.
void ExpressionFlow::reduce(Kind weakest, std::size_t at) {
  const auto binds = [&](Kind kind) {
    if (kind == Kind::grouping || kind == Kind::list) return false;
    if (weakest == Kind::choice) return true;
    if (weakest == Kind::other) return kind != Kind::choice;
    return kind <= weakest;
  };
  while (!stack_.empty() && binds(stack_.back().kind)) {
    Pending pending = std::move(stack_.back());
    stack_.pop_back();
    combine(std::move(pending), at);
  }
}

void ExpressionFlow::combine(Pending pending, std::size_t at) {
  if (pending.kind == Kind::operation) settle(); // a comparison with `true` is not always true
  if (pending.kind == Kind::negation) std::swap(now_.when_true, now_.when_false);
  if (pending.kind == Kind::assignment) {
    settle();
    set(pending.target, at);
  }
  if (pending.kind < Kind::both || pending.kind > Kind::other) return;
  const AssignedNames::Added part = state_.names.take(pending.mark);
  BranchAdds last{in_turn(part, now_.when_true), in_turn(part, now_.when_false)};
  if (pending.kind != Kind::both) last.when_true = meet(std::move(pending.kept.when_true), std::move(last.when_true));
  if (pending.kind != Kind::either)
    last.when_false = meet(std::move(pending.kept.when_false), std::move(last.when_false));
  now_ = std::move(last);
}

std::size_t ExpressionFlow::after_element(std::size_t at) const {
  for (++at; tokens_[at].is("[") && tokens_[at].partner != Token::no_partner;) at = tokens_[at].partner + 1;
  return at;
}

// Whether the name is what `=` sets, also in parentheses of its own.
bool ExpressionFlow::is_target(std::size_t at) const {
  std::size_t begin = at, end = after_element(at);
  while (begin > 0 && tokens_[begin - 1].is("(") && tokens_[begin - 1].partner == end &&
         !(begin > 1 && is_operand(begin - 2))) {
    --begin;
    ++end;
  }
  return tokens_[end].is("=");
}

// The name whose value or element the `=` at `at` sets.
std::size_t ExpressionFlow::target_before(std::size_t at) const {
  for (std::size_t target = at - 1;; --target) {
    const std::size_t open = tokens_[target].partner;
    if (open == Token::no_partner || open == 0) return target;
    if (tokens_[target].is("]"))
      target = open;
    else if (!tokens_[target].is(")") || is_operand(open - 1))
      return target;
  }
}

bool ExpressionFlow::gives_address(std::size_t at) const {
  return at > 0 && tokens_[at - 1].is("&") && !(at > 1 && is_operand(at - 2));
}

// Whether an operand may end with this token.
bool ExpressionFlow::is_operand(std::size_t at) const {
  const Token& token = tokens_[at];
  if (token.is_name()) return !token.is("return") && !token.is("case") && !token.is("else");
  return token.kind != Token::Kind::sign || token.is(")") || token.is("]");
}

LocalArrays::Access ExpressionFlow::element(std::size_t at, const LocalName& local, std::size_t happens) const {
  LocalArrays::Access access;
  access.token = happens;
  for (std::size_t open = at + 1; tokens_[open].is("[") && tokens_[open].partner != Token::no_partner;
       open = tokens_[open].partner + 1)
    access.elements.push_back(constant_range(tokens_, open + 1, tokens_[open].partner, state_.range_of));
  const auto loop = std::ranges::upper_bound(state_.loops, local.token, {}, &LocalArrays::Loop::begin);
  if (loop != state_.loops.end()) access.loop = *loop;
  return access;
}

} // namespace nopal
