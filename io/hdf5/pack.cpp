#include "pack.hpp"

#include <cstdint>

namespace nopal::hdf5 {

namespace {

/// `step` is the distance of two points along each axis, in values of type In.
template <class Out, class In> void pack(const In* first, const Index& step, const Index& count, std::byte* to) {
  auto* out = reinterpret_cast<Out*>(to);
  for (long k = 0; k < count[2]; ++k)
    for (long j = 0; j < count[1]; ++j) {
      const In* const row = first + k * step[2] + j * step[1];
      if (step[0] == 1)
        for (long i = 0; i < count[0]; ++i) *out++ = static_cast<Out>(row[i]);
      else
        for (long i = 0; i < count[0]; ++i) *out++ = static_cast<Out>(row[i * step[0]]);
    }
}

} // namespace

void pack(const Source& source, const Selection& selection, int part, bool single, std::byte* to) {
  Index step;
  for (int axis = 0; axis < 3; ++axis) // the stride may be larger than any grid if there is only one point
    step[axis] = selection.count[axis] > 1 ? source.stride[axis] * source.parts * selection.stride[axis] : 0;
  if (source.type == Type::integer)
    return pack<std::int64_t>(static_cast<const std::int64_t*>(source.first) + part, step, selection.count, to);
  const auto* const first = static_cast<const double*>(source.first) + part;
  if (single) return pack<float>(first, step, selection.count, to);
  pack<double>(first, step, selection.count, to);
}

} // namespace nopal::hdf5
