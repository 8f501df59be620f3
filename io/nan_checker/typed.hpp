#pragma once
// Fields of the types that can hold what is not finite.

#include <nopal/thorn.hpp>

#include <complex>

namespace nopal::nan_checker {

inline bool can_be_not_finite(const Variables& variables, int variable) {
  return variables.group_of(variable).type != Type::integer;
}

/// Calls `function` with the field of the slot and the points of it that this rank has; not of integers.
template <class Function> auto with_points(Call& call, Slot slot, Function&& function) {
  const Group& group = call.services().variables().group_of(slot.variable);
  const auto box = [&](const auto& field) { return group.kind == GroupKind::gf ? call.owned() : field.layout().box; };
  if (group.type == Type::complex) {
    const auto field = call.read<std::complex<double>>(slot);
    return function(field, box(field));
  }
  const auto field = call.read<double>(slot);
  return function(field, box(field));
}

} // namespace nopal::nan_checker
