#include "core/spaces/group_layout.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

Layout array_layout_of(const Group& group) {
  constexpr long most = 1L << 53;
  long points = 1;
  for (const long n : group.shape)
    if (n < 1 || __builtin_mul_overflow(points, n, &points) || points > most)
      throw Error(group.where, fmt::format("{}: an array of {} x {} x {} points cannot be stored", group.full_name(),
                                           group.shape[0], group.shape[1], group.shape[2]));
  return array_layout(group.shape);
}

} // namespace

Layout group_layout(const Group& group, const Decomposition& decomposition, int rank) {
  if (group.kind == GroupKind::array) return array_layout_of(group);
  if (group.kind == GroupKind::scalar) return array_layout({1, 1, 1});
  const Box interior = decomposition.interior(rank);
  const Box& aligned = interior.empty() ? decomposition.owned(rank) : interior;
  return grid_layout(decomposition.stored(rank), aligned.lower[0], decomposition.domain().dimension());
}

} // namespace nopal
