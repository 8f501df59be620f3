#include "pack.hpp"

#include <cstdint>

namespace nopal::hdf5 {

namespace {

/// `step` in values of type In, an axis each.
template <class Out, class In> Bytes pack(const In* first, const Index& step, const Index& count) {
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(count[0] * count[1] * count[2]) *
                                                           sizeof(Out));
  auto* out = reinterpret_cast<Out*>(bytes.get());
  for (long k = 0; k < count[2]; ++k)
    for (long j = 0; j < count[1]; ++j) {
      const In* const row = first + k * step[2] + j * step[1];
      if (step[0] == 1)
        for (long i = 0; i < count[0]; ++i) *out++ = static_cast<Out>(row[i]);
      else
        for (long i = 0; i < count[0]; ++i) *out++ = static_cast<Out>(row[i * step[0]]);
    }
  return bytes;
}

} // namespace

Bytes packed(const Source& source, const Selection& selection, int part, bool single) {
  Index step;
  for (int axis = 0; axis < 3; ++axis) step[axis] = source.stride[axis] * source.parts * selection.stride[axis];
  if (source.type == Type::integer)
    return pack<std::int64_t>(static_cast<const std::int64_t*>(source.first) + part, step, selection.count);
  const auto* const first = static_cast<const double*>(source.first) + part;
  return single ? pack<float>(first, step, selection.count) : pack<double>(first, step, selection.count);
}

} // namespace nopal::hdf5
