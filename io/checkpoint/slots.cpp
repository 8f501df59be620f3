#include "slots.hpp"

namespace nopal::checkpoint {

namespace {

template <class Byte, class T> Values<Byte> values(const Field<T>& field) {
  const Box& box = field.layout().box;
  return {reinterpret_cast<Byte*>(field.address(box.lower[0], box.lower[1], box.lower[2])), box, field.layout().stride,
          sizeof(T)};
}

/// Calls `use` with the part or the call that has the slot, and the slot's type. There is one part, because a file
/// holds one box of each process.
template <class Use> auto with_fields(Call& call, Slot slot, Use&& use) {
  const Group& group = call.services().variables().group_of(slot.variable);
  return group.kind == GroupKind::gf ? use(call.only_part(), group.type) : use(call, group.type);
}

Box points_in_file(const Variables& variables, int variable, int rank, const RankFile& file) {
  const Group& group = variables.group_of(variable);
  if (group.kind == GroupKind::gf) return file.owned;
  return rank == 0 ? Box{{0, 0, 0}, group.shape} : Box{};
}

} // namespace

Values<const std::byte> read_values(Call& call, Slot slot) {
  return with_fields(call, slot, [&](const Fields& fields, Type type) {
    if (type == Type::real) return values<const std::byte>(fields.read<double>(slot));
    if (type == Type::integer) return values<const std::byte>(fields.read<std::int64_t>(slot));
    return values<const std::byte>(fields.read<std::complex<double>>(slot));
  });
}

Values<std::byte> write_values(Call& call, Slot slot) {
  return with_fields(call, slot, [&](const Fields& fields, Type type) {
    if (type == Type::real) return values<std::byte>(fields.write<double>(slot));
    if (type == Type::integer) return values<std::byte>(fields.write<std::int64_t>(slot));
    return values<std::byte>(fields.write<std::complex<double>>(slot));
  });
}

std::vector<Place> places_in_file(const Contents& contents, const Variables& variables, int rank) {
  const RankFile& file = contents.files[static_cast<std::size_t>(rank)];
  std::vector<Place> places;
  std::int64_t offset = 0;
  for (const SavedSlot& saved : contents.slots) {
    const int variable = slot_of(variables, saved).variable;
    places.push_back({offset, points_in_file(variables, variable, rank, file)});
    offset += places.back().points.points() * static_cast<std::int64_t>(size_of(variables.group_of(variable).type));
  }
  return places;
}

Slot slot_of(const Variables& variables, const SavedSlot& saved) {
  return {variables.find_variable(saved.variable).value(), saved.timelevel};
}

} // namespace nopal::checkpoint
