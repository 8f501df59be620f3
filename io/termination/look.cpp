// Ends the run if the conditions hold.

#include "memory.hpp"

#include "io/common/number_text.hpp"

namespace nopal::termination {

namespace {

/// Returns the fewest digits that read back to the same bits.
std::string text(const Reduced& value) {
  if (value.integer) return to_string(*value.integer);
  return common::number_text(value.real);
}

Reduced value_of(Call& call, const Quantity& quantity) {
  const Variables& variables = call.services().variables();
  const Slot slot{variables.find_variable(quantity.variable).value(), 0};
  if (quantity.reduction) return call.services().reductions().reduce(slot, {&*quantity.reduction, 1}).front();
  if (variables.group_of(slot.variable).type != Type::integer) return {.real = call.read<double>(slot).value()};
  const std::int64_t value = call.read<std::int64_t>(slot).value();
  return {.real = static_cast<double>(value), .integer = value};
}

/// Collective. Returns the values of all conditions, the same on all ranks. A change has no value at the first look.
std::vector<Reduced> values_of(Call& call, const std::vector<Condition>& conditions) {
  std::vector<Reduced> values;
  for (const Condition& condition : conditions) values.push_back(value_of(call, condition.quantity));
  // Each rank has its own copy of a scalar. The copy of rank 0 counts, as in output.
  call.services().collective().broadcast(std::span(values));
  Memory memory(call);
  for (std::size_t n = 0; n < conditions.size(); ++n)
    if (const Quantity& quantity = conditions[n].quantity; quantity.change)
      values[n] = memory.change(static_cast<long>(n), quantity, values[n]);
  return values;
}

} // namespace

} // namespace nopal::termination

NOPAL_FUNCTION(look) {
  using namespace nopal::termination;
  std::vector<Condition> conditions;
  for (const std::string& text : call.strings("conditions")) conditions.push_back(parse_condition(text));
  const std::vector<nopal::Reduced> values = values_of(call, conditions);
  std::string account;
  std::size_t holding = 0;
  for (std::size_t n = 0; n < conditions.size(); ++n) {
    if (!holds(conditions[n], values[n])) continue;
    ++holding;
    account += (account.empty() ? "" : "; ") + conditions[n].text + " holds, because the value is " + text(values[n]);
  }
  const bool ends = call.string("when") == "all" ? holding == conditions.size() : holding > 0;
  if (ends && holding > 0) call.services().request_termination("termination: " + account);
}
