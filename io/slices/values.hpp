#pragma once
// Values of real and int grid functions as numbers.

#include <nopal/thorn.hpp>

namespace nopal::slices {

/// Calls `visit(value_at)`, where value_at(i, j, k) is the slot's value on a part as a double.
template <class Visit> void with_values(const Call& call, const Part& part, Slot slot, Visit&& visit) {
  const auto numbers = [&](const auto& field) {
    visit([&](long i, long j, long k) { return static_cast<double>(field(i, j, k)); });
  };
  const Variables& variables = call.services().variables();
  switch (variables.group_of(slot.variable).type) {
  case Type::real:
    return numbers(part.read<double>(slot));
  case Type::integer:
    return numbers(part.read<std::int64_t>(slot));
  case Type::complex:
    throw Error("slices cannot draw '" + variables.full_name(slot.variable) +
                "', a complex grid function: remove it from slices.variables");
  }
}

} // namespace nopal::slices
