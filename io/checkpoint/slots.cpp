#include "slots.hpp"

#include "dats.hpp"

#include <algorithm>
#include <cstring>

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

Box points_in_file(const Contents& contents, const Group& group, int rank) {
  if (group.kind == GroupKind::gf) return contents.files[static_cast<std::size_t>(rank)].owned;
  if (group.kind == GroupKind::dat) return elements_in_file(contents, group, rank);
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
  std::vector<Place> places;
  std::int64_t offset = 0;
  for (const SavedSlot& saved : contents.slots) {
    const Group& group = variables.group_of(slot_of(variables, saved).variable);
    places.push_back({offset, points_in_file(contents, group, rank)});
    offset += places.back().points.points() * static_cast<std::int64_t>(size_of(group.type));
  }
  return places;
}

void read_part(const ExistingFile& file, const Place& place, const Box& part, const Values<std::byte>& values) {
  const Box& from = place.points;
  const auto size = static_cast<std::int64_t>(values.size);
  const auto row = static_cast<std::size_t>(part.extent(0)) * values.size;
  const bool whole_rows = part.extent(0) == from.extent(0); // then the rows lie one after the other
  constexpr std::size_t most = std::size_t{1} << 22;
  const long at_once = whole_rows ? std::clamp<long>(static_cast<long>(most / row), 1, part.extent(1)) : 1;
  std::vector<std::byte> buffer(row * static_cast<std::size_t>(at_once));
  for (long k = part.lower[2]; k < part.upper[2]; ++k)
    for (long j = part.lower[1]; j < part.upper[1]; j += at_once) {
      const long rows = std::min(at_once, part.upper[1] - j);
      const long before =
          ((k - from.lower[2]) * from.extent(1) + j - from.lower[1]) * from.extent(0) + part.lower[0] - from.lower[0];
      file.read(buffer.data(), static_cast<std::size_t>(rows) * row, place.offset + before * size);
      for (long r = 0; r < rows; ++r)
        std::memcpy(values.at(part.lower[0], j + r, k), buffer.data() + static_cast<std::size_t>(r) * row, row);
    }
}

Slot slot_of(const Variables& variables, const SavedSlot& saved) {
  return {variables.find_variable(saved.variable).value(), saved.timelevel};
}

} // namespace nopal::checkpoint
