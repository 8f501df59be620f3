#pragma once
// Values of real and int grid functions and dats as numbers.

#include <nopal/thorn.hpp>

namespace nopal::slices {

/// Calls `visit(value_at)`, where value_at(i, j, k) is the slot's value on a part as a double. For a dat `fields` is
/// the call, and value_at(component, element, 0) the value.
template <class Visit> void with_values(const Call& call, const Fields& fields, Slot slot, Visit&& visit) {
  const auto numbers = [&](const auto& field) {
    visit([&](long i, long j, long k) { return static_cast<double>(field(i, j, k)); });
  };
  const Variables& variables = call.services().variables();
  switch (variables.group_of(slot.variable).type) {
  case Type::real:
    return numbers(fields.read<double>(slot));
  case Type::integer:
    return numbers(fields.read<std::int64_t>(slot));
  case Type::complex:
    throw Error("slices cannot draw '" + variables.full_name(slot.variable) +
                "', a complex grid function: remove it from slices.variables");
  }
}

} // namespace nopal::slices
