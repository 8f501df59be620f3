// Tests that the hooks around a routine allocate no memory if there is nothing to copy.

#include "recorded.hpp"

#include "core/grid/zones.hpp"
#include "tests/support/allocations.hpp"

namespace nopal::test {
namespace {

TEST(Cost, HooksWith15ClausesAndNothingToCopyAllocateNothing) {
  WorldOptions options;
  options.domain = small_domain();
  World world(options);
  world.write({at(phi, Region::everywhere, 1), at(phi, Region::everywhere, 2), at(psi, Region::everywhere, 1),
               at(psi, Region::everywhere, 2), at(rho, Region::everywhere), at(count, Region::everywhere, 1),
               at(energy, Region::interior), at(table, Region::interior)},
              host, 1);
  const Routine r =
      routine("r",
              {at(phi, Region::everywhere, 1), at(phi, Region::interior, 2), at(psi, Region::everywhere, 1),
               at(psi, Region::interior, 2), at(rho, Region::owned), at(rho, Region::ghosts),
               at(count, Region::boundary, 1), at(energy, Region::interior), at(table, Region::interior)},
              {at(phi, Region::interior), at(phi, Region::boundary), at(psi, Region::interior),
               at(psi, Region::boundary), at(count, Region::interior), at(field, Region::owned)});
  ASSERT_EQ(r.reads.size() + r.writes.size(), 15U);
  Accelerator& accelerator = *world.first().accelerator;
  for (int i = 0; i < 3; ++i) {
    const long before = allocations();
    accelerator.pre_call_function(r, host);
    accelerator.post_call_function(r, host);
    EXPECT_EQ(allocations(), before);
  }
  const long before = allocations();
  EXPECT_FALSE(launch_boxes(world.decomposition, 0, Region::boundary).empty());
  EXPECT_GT(allocations(), before) << "allocations of the library are seen";
}

} // namespace
} // namespace nopal::test
