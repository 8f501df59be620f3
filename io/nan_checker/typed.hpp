#pragma once
// Fields whose values may be not finite.

#include <nopal/thorn.hpp>

#include <complex>

namespace nopal::nan_checker {

inline bool can_be_not_finite(const Variables& variables, int variable) {
  return variables.group_of(variable).type != Type::integer;
}

/// Calls `function` with the field of the slot and the points that this rank owns: once for each part of a grid
/// function, once for an array, scalar or dat. The type of the variable must not be integer.
template <class Function> void with_points(Call& call, Slot slot, Function&& function) {
  const Group& group = call.services().variables().group_of(slot.variable);
  const auto with = [&](const Fields& fields, const Box* owned) {
    const auto use = [&](const auto& field) { function(field, owned != nullptr ? *owned : field.layout().box); };
    if (group.type == Type::complex)
      use(fields.read<std::complex<double>>(slot));
    else
      use(fields.read<double>(slot));
  };
  if (group.kind == GroupKind::dat) {
    const Box owned{{0, 0, 0}, {group.components, call.services().mesh().set(group.set).owned, 1}};
    return with(call, &owned);
  }
  if (group.kind != GroupKind::gf) return with(call, nullptr);
  for (const Part& part : call.parts()) with(part, &part.owned());
}

} // namespace nopal::nan_checker
