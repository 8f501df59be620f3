// The nine hooks of the Accelerator, init and copyback, on a device, with two processes.

#include "options.hpp"

#include "tests/support/open_device.hpp"
#include "tests/support/world.hpp"

namespace nopal::test {
namespace {

constexpr Place host = host_place;
constexpr Place device = device_place;

class HookRows : public testing::Test {
protected:
  void start(int ranks = 2, std::array<bool, 3> periodic = {false, true, false}, long ghosts = 2) {
    WorldOptions options;
    options.domain = small_domain(periodic, ghosts);
    options.ranks = ranks;
    options.settings = settings;
    options.routines = {routine("named", {at(phi, Region::interior)}, {at(count, Region::interior)})};
    options.open = [] { return open_device(suite_options().device, suite_options().words, suite_options().threads); };
    const std::string prefix = "hook_";
    if (suite_options().sabotage.rfind(prefix, 0) == 0)
      options.no_op_hook = suite_options().sabotage.substr(prefix.size());
    world = std::make_unique<World>(options);
    world->each([](World::Rank& rank) { rank.hooks->init(); });
  }
  void SetUp() override { start(); }
  long wrong(int variable, Region region, Place place, long number, int timelevel = 0) {
    return world->wrong({variable, timelevel}, region, place, number);
  }
  const Counters& counters() { return world->first().accelerator->counters(); }

  AcceleratorSettings settings;
  std::unique_ptr<World> world;
};

class hook_init : public HookRows {};

TEST_F(hook_init, slots_of_device_routines_have_storage) {
  world->each([&](World::Rank& rank) {
    for (const Slot slot : {Slot{phi, 0}, Slot{phi, 2}, Slot{count, 0}, Slot{count, 1}}) {
      world->fill(rank, slot, Region::everywhere, device, 3);
      EXPECT_EQ(world->wrong(rank, slot, Region::everywhere, device, 3), 0);
    }
  });
}

class hook_pre_call_function : public HookRows {};

TEST_F(hook_pre_call_function, the_device_sees_what_the_host_wrote) {
  world->write({at(phi, Region::everywhere), at(count, Region::owned), at(energy, Region::interior)}, host, 1);
  world->read({at(phi, Region::everywhere), at(count, Region::interior), at(energy, Region::interior)}, device);
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 1), 0);
  EXPECT_EQ(wrong(count, Region::interior, device, 1), 0);
  EXPECT_EQ(wrong(energy, Region::interior, device, 1), 0);
}

TEST_F(hook_pre_call_function, the_host_sees_what_the_device_wrote) {
  world->write({at(phi, Region::everywhere), at(field, Region::owned)}, device, 2);
  world->read({at(phi, Region::owned), at(field, Region::boundary)}, host);
  EXPECT_EQ(wrong(phi, Region::owned, host, 2), 0);
  EXPECT_EQ(wrong(field, Region::boundary, host, 2), 0);
}

TEST_F(hook_pre_call_function, regions_from_two_places_come_together) {
  world->write({at(phi, Region::interior)}, device, 3);
  world->write({at(phi, Region::boundary)}, host, 4);
  world->read({at(phi, Region::owned)}, device);
  EXPECT_EQ(wrong(phi, Region::interior, device, 3), 0);
  EXPECT_EQ(wrong(phi, Region::boundary, device, 4), 0);
}

TEST_F(hook_pre_call_function, refuses_what_is_valid_nowhere) {
  EXPECT_THROW(world->first().hooks->pre_call_function(routine("r", {at(psi, Region::interior)}, {}), host), Error);
}

TEST_F(hook_pre_call_function, makes_storage_for_writes) {
  const Routine writer = routine("w", {}, {at(psi, Region::interior, 1)});
  world->each([&](World::Rank& rank) {
    rank.hooks->pre_call_function(writer, device);
    world->fill(rank, {psi, 1}, Region::interior, device, 5);
    EXPECT_EQ(world->wrong(rank, {psi, 1}, Region::interior, device, 5), 0);
  });
}

TEST_F(hook_pre_call_function, the_host_may_write_what_is_being_copied) {
  world->write({at(phi, Region::everywhere)}, host, 1);
  world->read({at(phi, Region::everywhere)}, device);
  world->write({at(phi, Region::everywhere)}, host, 2);
  world->each([](World::Rank& rank) { rank.accelerator->finish(); });
  world->read({at(phi, Region::everywhere)}, device);
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 2), 0);
}

class hook_post_call_function : public HookRows {};

TEST_F(hook_post_call_function, what_was_written_is_valid_there) {
  world->write({at(phi, Region::everywhere)}, device, 1);
  world->read({at(phi, Region::everywhere)}, host);
  EXPECT_EQ(wrong(phi, Region::everywhere, host, 1), 0);
}

TEST_F(hook_post_call_function, other_places_have_it_no_more) {
  world->write({at(phi, Region::everywhere)}, host, 1);
  world->read({at(phi, Region::everywhere)}, device);
  world->write({at(phi, Region::everywhere)}, device, 2);
  world->read({at(phi, Region::everywhere)}, host);
  EXPECT_EQ(wrong(phi, Region::everywhere, host, 2), 0);
}

TEST_F(hook_post_call_function, a_write_of_the_interior_makes_ghosts_invalid) {
  world->write({at(phi, Region::everywhere)}, device, 1);
  world->write({at(phi, Region::interior)}, device, 2);
  EXPECT_THROW(world->read({at(phi, Region::ghosts)}, device), Error);
  world->read({at(phi, Region::interior)}, device);
}

class Synchronised : public HookRows {
protected:
  /// Writes owned points, synchronises, and expects the right values in the ghosts.
  void check(int variable, Place place) {
    world->write({at(variable, Region::owned)}, place, 7);
    world->sync({variable});
    world->read({at(variable, Region::everywhere)}, place);
    EXPECT_EQ(wrong(variable, Region::everywhere, place, 7), 0);
  }
};
class hook_pre_sync : public Synchronised {};
class hook_post_sync : public Synchronised {};

TEST_F(hook_pre_sync, strips_of_the_device_reach_the_neighbour) { check(phi, device); }

TEST_F(hook_pre_sync, strips_of_the_host_reach_the_neighbour) { check(count, host); }

TEST_F(hook_pre_sync, four_processes_and_periodic_axes) {
  start(4, {true, true, true});
  check(phi, device);
}

TEST_F(hook_pre_sync, interior_on_the_device_and_boundary_on_the_host) {
  start(2, {true, false, false});
  world->write({at(phi, Region::interior)}, device, 3);
  world->write({at(phi, Region::boundary)}, host, 3);
  world->sync({phi});
  EXPECT_EQ(wrong(phi, Region::ghosts, host, 3), 0);
}

TEST_F(hook_pre_sync, boundary_on_the_device_and_interior_on_the_host) {
  start(2, {true, false, false});
  world->write({at(phi, Region::interior)}, host, 3);
  world->write({at(phi, Region::boundary)}, device, 3);
  world->sync({phi});
  // A device that moves has moved the whole slot for the write of its boundary.
  EXPECT_EQ(wrong(phi, Region::ghosts, world->first().device->moves() ? device : host, 3), 0);
}

TEST_F(hook_pre_sync, refuses_what_is_valid_nowhere) {
  world->write({at(phi, Region::interior)}, device, 3);
  EXPECT_THROW(world->first().hooks->pre_sync({phi}, "t"), Error);
}

TEST_F(hook_pre_sync, packs_in_one_transfer) {
  world->write({at(phi, Region::owned), at(rho, Region::owned)}, device, 3);
  const Counters before = counters();
  world->sync({phi, rho});
  EXPECT_EQ(counters().to_host.transfers - before.to_host.transfers, 1);
}

TEST_F(hook_post_sync, ghosts_are_filled_on_the_device) { check(phi, device); }

TEST_F(hook_post_sync, ghosts_are_filled_on_the_host) { check(count, host); }

TEST_F(hook_post_sync, variables_of_every_type_at_different_places_at_once) {
  start(4, {true, true, false}, 1);
  world->write({at(phi, Region::owned), at(field, Region::owned)}, device, 4);
  world->write({at(count, Region::owned), at(rho, Region::owned)}, host, 5);
  if (!world->first().device->moves()) world->read({at(rho, Region::owned)}, device);
  world->sync({phi, count, field, rho});
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 4), 0);
  EXPECT_EQ(wrong(field, Region::everywhere, device, 4), 0);
  EXPECT_EQ(wrong(count, Region::everywhere, host, 5), 0);
  EXPECT_EQ(wrong(rho, Region::everywhere, host, 5), 0);
  if (!world->first().device->moves()) {
    EXPECT_EQ(wrong(rho, Region::everywhere, device, 5), 0);
  }
}

TEST_F(hook_post_sync, images_of_own_points_are_filled_without_a_transfer) {
  start(1, {true, true, true});
  world->write({at(phi, Region::owned)}, device, 6);
  const Counters before = counters();
  world->sync({phi});
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 6), 0);
  EXPECT_EQ(counters().to_host, before.to_host);
  EXPECT_EQ(counters().to_device, before.to_device);
}

TEST_F(hook_post_sync, unpacks_in_one_transfer) {
  world->write({at(phi, Region::owned), at(rho, Region::owned)}, device, 3);
  const Counters before = counters();
  world->sync({phi, rho});
  EXPECT_EQ(counters().to_device.transfers - before.to_device.transfers, 1);
}

TEST_F(hook_post_sync, one_process_without_images_validates_ghosts_without_a_transfer) {
  start(1, {false, false, false});
  world->write({at(phi, Region::owned)}, device, 6);
  const Counters before = counters();
  world->sync({phi});
  world->read({at(phi, Region::everywhere)}, device);
  EXPECT_EQ(counters().to_host, before.to_host);
  EXPECT_EQ(counters().to_device, before.to_device);
}

class hook_cycle : public HookRows {};

TEST_F(hook_cycle, timelevels_are_relabelled_at_every_place) {
  world->write({at(phi, Region::everywhere)}, device, 1);
  world->write({at(psi, Region::everywhere)}, host, 2);
  world->write({at(phi, Region::everywhere, 1), at(psi, Region::everywhere, 1)}, device, 3);
  world->each([](World::Rank& rank) { rank.hooks->cycle(); });
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 1, 1), 0);
  EXPECT_EQ(wrong(psi, Region::everywhere, host, 2, 1), 0);
  world->read({at(psi, Region::everywhere, 1), at(phi, Region::everywhere, 2)}, device);
  EXPECT_EQ(wrong(psi, Region::everywhere, device, 2, 1), 0);
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 3, 2), 0);
}

TEST_F(hook_cycle, timelevel_0_is_valid_nowhere) {
  world->write({at(phi, Region::everywhere)}, device, 1);
  world->each([](World::Rank& rank) { rank.hooks->cycle(); });
  EXPECT_THROW(world->read({at(phi, Region::interior)}, device), Error);
  EXPECT_THROW(world->read({at(phi, Region::interior)}, host), Error);
}

TEST_F(hook_cycle, three_cycles_come_round_with_copies_under_way) {
  for (long number = 1; number <= 7; ++number) {
    world->write({at(phi, Region::everywhere)}, host, number);
    world->read({at(phi, Region::everywhere)}, device);
    world->each([](World::Rank& rank) { rank.hooks->cycle(); });
  }
  world->each([](World::Rank& rank) { rank.accelerator->finish(); });
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 7, 1), 0);
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 6, 2), 0);
}

class hook_copy_from_past : public HookRows {};

TEST_F(hook_copy_from_past, is_done_on_the_device_where_the_past_is_valid_there) {
  world->write({at(phi, Region::everywhere, 1)}, device, 1);
  const Counters before = counters();
  world->each([](World::Rank& rank) { rank.hooks->copy_from_past({phi}); });
  EXPECT_EQ(wrong(phi, Region::everywhere, device, 1), 0);
  world->read({at(phi, Region::everywhere)}, device);
  EXPECT_EQ(counters().to_device, before.to_device);
}

TEST_F(hook_copy_from_past, is_done_on_the_host_else) {
  world->write({at(count, Region::owned, 1)}, host, 2);
  world->each([](World::Rank& rank) { rank.hooks->copy_from_past({count}); });
  EXPECT_EQ(wrong(count, Region::owned, host, 2), 0);
  world->read({at(count, Region::owned)}, device);
  EXPECT_EQ(wrong(count, Region::owned, device, 2), 0);
}

class hook_notify_data_modified : public HookRows {};

TEST_F(hook_notify_data_modified, what_was_modified_is_valid_there_only) {
  world->write({at(phi, Region::everywhere)}, host, 1);
  world->read({at(phi, Region::everywhere)}, device);
  world->each([&](World::Rank& rank) {
    rank.hooks->require_invalid_data({at(phi, Region::everywhere)}, device);
    world->fill(rank, {phi, 0}, Region::everywhere, device, 2);
    rank.hooks->notify_data_modified({at(phi, Region::everywhere)}, device);
  });
  world->read({at(phi, Region::everywhere)}, host);
  EXPECT_EQ(wrong(phi, Region::everywhere, host, 2), 0);
}

class hook_require_invalid_data : public HookRows {};

TEST_F(hook_require_invalid_data, storage_exists) {
  world->each([&](World::Rank& rank) {
    rank.hooks->require_invalid_data({at(psi, Region::interior)}, device);
    world->fill(rank, {psi, 0}, Region::everywhere, device, 2);
    EXPECT_EQ(world->wrong(rank, {psi, 0}, Region::everywhere, device, 2), 0);
    EXPECT_FALSE(rank.accelerator->tracker().validity().valid({psi, 0}, Region::interior, device))
        << "validity is unchanged";
  });
}

class hook_require_valid_data : public HookRows {};

TEST_F(hook_require_valid_data, data_are_brought) {
  world->write({at(phi, Region::everywhere)}, device, 1);
  world->each([](World::Rank& rank) { rank.hooks->require_valid_data({at(phi, Region::owned)}, host, "t"); });
  EXPECT_EQ(wrong(phi, Region::owned, host, 1), 0);
}

TEST_F(hook_require_valid_data, refuses_what_is_valid_nowhere) {
  EXPECT_THROW(world->first().hooks->require_valid_data({at(psi, Region::owned)}, host, "t"), Error);
}

class hook_copy_back : public HookRows {};

TEST_F(hook_copy_back, brings_what_only_the_device_has) {
  settings.copy_back_vars = "all";
  start();
  world->write({at(phi, Region::owned), at(field, Region::everywhere)}, device, 1);
  world->each([](World::Rank& rank) { rank.hooks->copy_back(); });
  EXPECT_EQ(wrong(phi, Region::owned, host, 1), 0);
  EXPECT_EQ(wrong(field, Region::everywhere, host, 1), 0);
}

} // namespace
} // namespace nopal::test
