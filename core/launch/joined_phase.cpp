#include "core/launch/joined_phase.hpp"

#include <algorithm>

namespace nopal {

JoinedLaunch::JoinedLaunch(StencilBinding& binding, const Domain& domain, const Box& interior, const JoinedWish& wish)
    : binding_(binding), grid_(kernel_grid(domain)) {
  for (int axis = 0; axis < 3; ++axis)
    if (domain.periodic(axis)) period_[axis] = domain.points().extent(axis);
  const std::size_t bytes = binding.fields().size() * static_cast<std::size_t>(interior.points()) * sizeof(double);
  large_ = bytes > 2 * wish.cache_bytes * static_cast<std::size_t>(std::max(wish.threads, 1));
}

void JoinedLaunch::prepare(HostMemory& memory) {
  binding_.read_numbers(memory);
  fields_.clear();
  for (const Slot slot : binding_.fields())
    fields_.push_back(host_field(memory.data(slot), memory.layout(slot.variable)));
}

// What fits into the caches is better left there for its reader. A strip must be whole lines.
bool JoinedLaunch::past_caches(long first) const {
  constexpr std::uintptr_t line = 64;
  const auto is_aligned = [&](const HostField& field) {
    const auto address = reinterpret_cast<std::uintptr_t>(field.origin) + static_cast<std::uintptr_t>(first) * 8;
    return address % line == 0 && field.stride[1] % host_rows::strip == 0 && field.stride[2] % host_rows::strip == 0;
  };
  return large_ && std::ranges::all_of(fields_, is_aligned);
}

} // namespace nopal
