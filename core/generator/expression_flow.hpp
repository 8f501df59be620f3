#pragma once
// Which local names an expression uses and sets, and on which of its ways: `&&`, `||` and `?:` leave parts out.

#include "core/generator/assigned_names.hpp"
#include "core/generator/local_arrays.hpp"
#include "core/generator/local_names.hpp"
#include "core/kernel_text/tokens.hpp"

#include <cstddef>
#include <vector>

namespace nopal {

/// What the analysis of a body or a helper function knows at the place that it has reached.
struct FlowState {
  explicit FlowState(const Tokens& of) : tokens(of) {}

  const Tokens& tokens;
  LocalNames locals;
  AssignedNames names;
  LocalArrays arrays;
  std::vector<LocalArrays::Loop> loops; ///< around this place, the outermost first
  RangeOfName range_of;
  /// By number in `names`: the first token that uses the name without a value; tokens.size(): none does.
  std::vector<std::size_t> unset_uses;
  std::vector<bool> is_set; ///< by number in `names`: something sets it somewhere
};

/// What an expression adds if it is true, and if it is false, beyond what it always adds.
struct BranchAdds {
  AssignedNames::Added when_true, when_false;
};

class ExpressionFlow {
public:
  explicit ExpressionFlow(FlowState& state) : state_(state), tokens_(state.tokens) {}

  /// Goes through the tokens from `begin` to before `end`, and adds to the state what they always add. It needs no
  /// more memory of the stack for deep brackets.
  BranchAdds read(std::size_t begin, std::size_t end);
  /// The same where both results lead on to the same place.
  void read_value(std::size_t begin, std::size_t end);

private:
  enum class Kind { grouping, list, operation, negation, both, either, choice, other, assignment };
  struct Pending {
    Kind kind;
    AssignedNames::Mark mark{};
    BranchAdds kept{};      ///< of the operands before
    std::size_t target = 0; ///< of an assignment: the token of the name
  };

  void name(std::size_t at);
  void use(std::size_t at, LocalName& local);
  void set(std::size_t at, std::size_t now);
  void sign(std::size_t at);
  void open(std::size_t at);
  void close(std::size_t at);
  void begin_part(Kind kind, BranchAdds kept, const AssignedNames::Added& first);
  void end_choice();
  void settle();
  void reduce(Kind weakest, std::size_t at);
  void combine(Pending pending, std::size_t at);

  std::size_t after_element(std::size_t at) const;
  bool is_target(std::size_t at) const;
  std::size_t target_before(std::size_t at) const;
  bool gives_address(std::size_t at) const;
  bool is_operand(std::size_t at) const;
  LocalArrays::Access element(std::size_t at, const LocalName& local, std::size_t happens) const;

  FlowState& state_;
  const Tokens& tokens_;
  std::vector<Pending> stack_;
  BranchAdds now_; ///< of the operand that ends here
};

} // namespace nopal
