// Tests tickets: nothing overwrites memory that a copy still reads, and nothing waits without need.

#include "recorded.hpp"

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// With `async` the device copies as late as allowed. It reports host memory that was changed before the copy.
class Tickets : public Recorded {
protected:
  Tickets() {
    words = {"async"};
    spoils = false;
  }
  Accelerator& accelerator() { return *world().first().accelerator; }
  long waits() { return times(calls, "wait"); }
  /// Starts a copy of phi@0 to the device, as one piece.
  void start_copy() {
    world().write({at(phi, Region::everywhere)}, host, 1);
    accelerator().pre_call_function(routine("r", {at(phi, Region::everywhere)}, {}), device);
    ASSERT_THAT(calls, ElementsAre("to_device 0@0"));
  }
};

TEST_F(Tickets, TheDeviceFindsMemoryThatChangesTooEarly) {
  start_copy();
  world().fill(world().first(), {phi, 0}, Region::interior, host, 2);
  try {
    accelerator().finish();
    FAIL() << "the host's memory changed";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("changed before its copy to the device was done"));
  }
}

TEST_F(Tickets, AReadOnTheHostDoesNotWait) {
  start_copy();
  accelerator().pre_call_function(routine("r", {at(phi, Region::everywhere)}, {}), host);
  EXPECT_EQ(waits(), 0);
}

TEST_F(Tickets, AWriteOnTheHostWaitsForTheCopyOfThatSlotOnly) {
  start_copy();
  accelerator().pre_call_function(routine("w", {}, {at(psi, Region::everywhere), at(phi, Region::interior, 1)}), host);
  EXPECT_EQ(waits(), 0);
  accelerator().pre_call_function(routine("w", {}, {at(phi, Region::boundary)}), host);
  EXPECT_EQ(waits(), 1);
  world().fill(world().first(), {phi, 0}, Region::boundary, host, 2);
  accelerator().pre_call_function(routine("w", {}, {at(phi, Region::boundary)}), host);
  EXPECT_EQ(waits(), 1) << "awaited once";
  accelerator().finish();
}

TEST_F(Tickets, AWriteOnTheDeviceDoesNotWait) {
  start_copy();
  accelerator().pre_call_function(routine("w", {}, {at(phi, Region::everywhere)}), device);
  EXPECT_EQ(waits(), 0);
}

TEST_F(Tickets, TheyFollowTheirBuffersThroughTheRelabelling) {
  start_copy();
  accelerator().cycle();
  calls.clear();
  accelerator().pre_call_function(routine("w", {}, {at(phi, Region::everywhere)}), host);
  EXPECT_EQ(waits(), 0) << "timelevel 0 is another buffer now";
  accelerator().pre_call_function(routine("w", {}, {at(phi, Region::everywhere, 1)}), host);
  EXPECT_EQ(waits(), 1);
  world().fill(world().first(), {phi, 1}, Region::everywhere, host, 2);
  accelerator().finish();
}

TEST_F(Tickets, RequireInvalidDataWaits) {
  start_copy();
  accelerator().require_invalid_data({at(phi, Region::interior)}, device);
  EXPECT_EQ(waits(), 1) << "transfers under way are awaited, whoever will write";
}

TEST_F(Tickets, ACopyFromThePastOnTheHostWaits) {
  world().write({at(phi, Region::everywhere, 1)}, host, 1);
  start_copy();
  accelerator().copy_from_past({phi});
  EXPECT_EQ(waits(), 1);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, host, 1), 0);
}

TEST_F(Tickets, DataThatComeBackPackedAreUnpackedAfterTheirCopies) {
  options.domain.cells = {20, 20, 20};
  start_copy();
  world().first().hooks->post_call_function(routine("w", {}, {at(phi, Region::boundary)}), device);
  accelerator().pre_call_function(routine("r", {at(phi, Region::boundary)}, {}), host);
  EXPECT_THAT(calls, ElementsAre("to_device 0@0", "pre_sync")) << "blocks, so there is nothing to wait for";
  accelerator().finish();
}

TEST_F(Tickets, StorageIsReleasedAfterItsCopies) {
  start_copy();
  accelerator().storage_off({phi});
  EXPECT_EQ(waits(), 1);
  world().first().memory.release(phi);
  accelerator().finish();
}

TEST_F(Tickets, StagingBuffersAreAwaitedBeforeTheyAreFilledAgain) {
  options.domain.cells = {20, 20, 20};
  const std::vector<Clause> boundaries{at(phi, Region::boundary), at(psi, Region::boundary), at(rho, Region::boundary),
                                       at(phi, Region::boundary, 1), at(psi, Region::boundary, 1)};
  world().write(boundaries, host, 4);
  calls.clear();
  accelerator().pre_call_function(routine("r", boundaries, {}), device);
  EXPECT_THAT(calls,
              ElementsAre("post_sync", "post_sync", "wait", "post_sync", "wait", "post_sync", "wait", "post_sync"));
  accelerator().finish();
  for (const Clause& clause : boundaries) EXPECT_EQ(world().wrong(clause.slot, clause.region, device, 4), 0);
}

TEST_F(Tickets, ASyncWaitsNeitherForTheOneBeforeNorForItsOwn) {
  options.ranks = 2;
  world().write({at(phi, Region::owned)}, device, 1);
  calls.clear();
  world().sync({phi});
  world().sync({phi});
  EXPECT_THAT(calls, ElementsAre("pre_sync", "pre_sync", "post_sync", "post_sync", "pre_sync", "pre_sync", "post_sync",
                                 "post_sync"));
  world().sync({phi});
  EXPECT_EQ(waits(), 2) << "each rank's first buffer is filled again";
  world().each([](World::Rank& rank) { rank.accelerator->finish(); });
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
}

TEST_F(Tickets, GhostsThatAreFilledOnTheHostWaitForCopiesOfTheSlot) {
  options.domain.cells = {14, 9, 11}; // gives rows of 16 points, ghosts included
  options.domain.periodic = {true, true, true};
  world().write({at(phi, Region::owned)}, host, 1);
  world().read({at(phi, Region::owned)}, device);
  calls.clear();
  world().sync({phi});
  EXPECT_EQ(waits(), 1);
  accelerator().finish();
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, host, 1), 0);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
}

} // namespace
} // namespace nopal::test
