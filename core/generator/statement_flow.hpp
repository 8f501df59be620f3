#pragma once
// The ways through the statements of a body or a helper function.

#include "core/generator/expression_flow.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nopal {

/// A use of a local that has no value there.
struct UnsetUse {
  std::size_t use = 0;         ///< the token of the name
  std::size_t declaration = 0; ///< the token of its name in its declaration
  bool is_array = false;
  bool is_ever_set = false;
};

class StatementFlow {
public:
  /// Statements within statements. Each level takes memory of the stack.
  static constexpr int deepest = 1000;

  /// `arity_of`: the values of the names that the text does not declare.
  StatementFlow(const Tokens& tokens, RangeOfName arity_of);

  /// Goes through the statements from token `begin` to before `end`, once.
  void run(std::size_t begin, std::size_t end);

  /// In the order of the text.
  std::vector<UnsetUse> unset_uses() const;
  /// Whether a way leads to the end.
  bool reaches_end() const { return !state_.names.is_dead(); }
  /// The first statement that is too deep within others. nullopt: none is. Then nothing behind it is known.
  std::optional<std::size_t> too_deep() const { return too_deep_; }

private:
  using Added = AssignedNames::Added;
  /// A loop or switch that `break` leaves.
  struct Exit {
    AssignedNames::Mark mark;
    bool is_loop = false;
    bool has_default = false;
    std::optional<Added> broken{}, continued{}; ///< what the ways add that leave it, or begin the next iteration
  };
  /// The tokens of `for (…; …; …)`.
  struct ForHeader {
    std::size_t open = 0, first = 0, second = 0, close = 0;
  };
  /// `int n = start; n < bound; ++n`.
  struct Counter {
    std::string_view name, comparison;
    ConstantRange start, bound;
  };

  std::size_t statement(std::size_t at, std::size_t end);
  std::size_t compound(std::size_t at, std::size_t end);
  std::size_t block(std::size_t open, std::size_t end);
  std::size_t if_chain(std::size_t at, std::size_t end);
  std::size_t while_loop(std::size_t at, std::size_t end);
  std::size_t do_loop(std::size_t at, std::size_t end);
  std::size_t for_loop(std::size_t at, std::size_t end);
  std::size_t switch_of(std::size_t at, std::size_t end);
  std::size_t label(std::size_t at, std::size_t end);
  void leave(std::size_t at);
  std::size_t declaration(std::size_t at, std::size_t end);
  void declarator(std::size_t begin, std::size_t end, bool is_constant);

  Exit body(std::size_t& at, std::size_t end, const Added& first);
  void leave_by(const Added& end, const Exit& exit);
  ForHeader header_at(std::size_t open, std::size_t end) const;
  static bool runs_once(const Counter& counter);
  std::optional<Counter> counter_of(const ForHeader& header) const;
  void limit_counter(const Counter& counter, const ForHeader& header, std::size_t end);
  bool is_changed(std::string_view name, std::size_t begin, std::size_t end) const;

  bool is_declaration(std::size_t at) const;
  std::size_t find(std::string_view sign, std::size_t at, std::size_t end) const;
  std::size_t closing(std::size_t open, std::size_t end) const;
  std::size_t after_statement(std::size_t at, std::size_t end) const;

  const Tokens& tokens_;
  FlowState state_;
  ExpressionFlow expression_;
  std::vector<Exit> exits_;
  std::vector<std::size_t> declared_names_, declared_arrays_;              ///< tokens, by number
  std::unordered_map<std::string_view, std::vector<std::size_t>> changes_; ///< where a name gets another value
  int depth_ = 0;
  std::optional<std::size_t> too_deep_;
};

} // namespace nopal
