// Checks of the conditions before the run begins.

#include "memory.hpp"

namespace nopal::termination {

namespace {

/// Returns why the quantity cannot have its variable. Empty: it can.
std::string refusal(const Variables& variables, const Quantity& quantity) {
  const std::string& name = quantity.variable;
  const auto variable = variables.find_variable(name);
  if (!variable) return name + " is a group: name one of its variables";
  const Group& group = variables.group_of(*variable);
  if (group.type == Type::complex) return name + " is complex, but conditions use only real and int variables";
  if (!quantity.reduction && group.kind != GroupKind::scalar)
    return name +
           (group.kind == GroupKind::gf    ? " is a grid function"
            : group.kind == GroupKind::dat ? " is a dat"
                                           : " is an array") +
           ": write a reduction of it, such as norm2(" + name + ")";
  return "";
}

} // namespace

} // namespace nopal::termination

NOPAL_FUNCTION(check) {
  using namespace nopal;
  using namespace nopal::termination;
  const Variables& variables = call.services().variables();
  const Location where = call.services().parameters().where("termination::conditions");
  const std::vector<std::string> texts = call.strings("conditions");
  ErrorList errors;
  const auto add = [&](const std::string& message) { errors.add(where, "termination.conditions: " + message); };
  if (static_cast<long>(texts.size()) > most_conditions)
    add("there are " + std::to_string(texts.size()) + " conditions, but at most " + std::to_string(most_conditions) +
        " are possible");
  for (const std::string& text : texts) {
    try {
      const Condition condition = parse_condition(text);
      const std::string message = refusal(variables, condition.quantity);
      if (!message.empty()) add(at_character(text, condition.quantity.character, message));
    } catch (const Error& error) {
      add(error.what());
    }
  }
  errors.raise_if_any();
}
