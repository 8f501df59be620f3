// A Coordinator without data decides the same as an Accelerator with data. A call of a hook that throws is abandoned.

#include "recorded.hpp"

#include "core/accelerator/coordinator.hpp"
#include "core/schedule/set_loop.hpp"

namespace nopal::test {
namespace {

using testing::ElementsAre;

/// Notes begin, end and abandon of each hook, with the transfers.
class Notes final : public AcceleratorObserver {
public:
  void begin(Hook hook) override { words.push_back(std::string("begin ") + to_string(hook)); }
  void end(const HookEvent& event) override {
    words.push_back(std::string("end ") + to_string(event.hook));
    transfers.insert(transfers.end(), event.copies.begin(), event.copies.end());
    messages.insert(messages.end(), event.messages.begin(), event.messages.end());
  }
  void abandon(Hook hook) override { words.push_back(std::string("abandon ") + to_string(hook)); }

  std::vector<std::string> words;
  std::vector<Transfer> transfers;
  std::vector<MessageSize> messages;
};

class Deciding : public Recorded {
protected:
  Notes notes;
  std::unique_ptr<Coordinator> alone;

  Coordinator& coordinator() {
    if (alone) return *alone;
    alone = std::make_unique<Coordinator>(AcceleratorContext{.variables = &world().variables,
                                                             .routines = &world().routines,
                                                             .spaces = &world().spaces.front(),
                                                             .observers = {&notes}},
                                          DeviceKind::copies, AcceleratorSettings{});
    for (int v = 0; v < world().variables.n_variables(); ++v) alone->set_storage(v, true);
    return *alone;
  }
  void call(const Routine& routine, Place place) {
    coordinator().pre_call_function(routine, place).end();
    coordinator().post_call_function(routine, place).end();
  }
};

TEST_F(Deciding, CountsWithoutDataWhatARunMoves) {
  options.ranks = 2;
  const std::vector<Clause> written{at(phi, Region::owned), at(phi, Region::owned, 1)};
  const std::vector<Clause> read{at(phi, Region::everywhere), at(phi, Region::interior, 1)};
  world().write(written, host, 1);
  world().sync({phi});
  world().read(read, device);
  world().write({at(phi, Region::interior)}, device, 2);
  world().write({at(phi, Region::boundary)}, host, 2);
  world().sync({phi});

  call(routine("writer", {}, written), host);
  coordinator().pre_sync({phi}, "t").end();
  coordinator().post_sync().end();
  call(routine("reader", read, {}), device);
  call(routine("writer", {}, {at(phi, Region::interior)}), device);
  call(routine("writer", {}, {at(phi, Region::boundary)}), host);
  coordinator().pre_sync({phi}, "t").end();
  coordinator().post_sync().end();
  EXPECT_EQ(coordinator().counters(), counters());
  EXPECT_GT(counters().to_device.transfers, 1);
  EXPECT_GT(counters().to_host.transfers, 0);
  EXPECT_EQ(coordinator().tracker().state_text({phi, 0}), world().first().accelerator->tracker().state_text({phi, 0}));
  EXPECT_EQ(notes.messages.size(), 4U) << "pre_sync and post_sync of two syncs, one neighbour";
  EXPECT_EQ(notes.messages.front().send_bytes, static_cast<std::size_t>(notes.messages.front().receive_bytes));
}

TEST_F(Deciding, ALoopOnTheDeviceReducesItsScalarsAndWritesThemOnTheHost) {
  Routine loop = routine("loop", {}, {at(phi, Region::owned), at(energy, Region::interior)});
  SetLoop accesses;
  accesses.set = 0;
  accesses.accesses = {{.slot = {phi}, .access = Access::write}, {.slot = {energy}, .access = Access::increment}};
  loop.loop = std::make_shared<const SetLoop>(accesses);
  coordinator().pre_call_function(loop, device).end();
  coordinator().reduce_totals(loop).end();
  ASSERT_EQ(notes.transfers.size(), 1U);
  EXPECT_EQ(notes.transfers[0].order.slot, (Slot{energy}));
  EXPECT_EQ(notes.transfers[0].form, TransferForm::reduction);
  EXPECT_TRUE(notes.transfers[0].order.moments.sum);
  EXPECT_FALSE(notes.transfers[0].order.moments.extremes);
  coordinator().post_call_function(loop, device).end();
  EXPECT_EQ(coordinator().counters().to_host, (TransferCount{1, 896, 896}));
  EXPECT_EQ(coordinator().counters().to_device, TransferCount{});
  EXPECT_TRUE(coordinator().validity().valid({energy}, Region::interior, host));
  EXPECT_FALSE(coordinator().validity().valid({energy}, Region::interior, device));
  EXPECT_TRUE(coordinator().validity().valid({phi}, Region::interior, device));
  EXPECT_THAT(notes.words, ElementsAre("begin pre_call_function", "end pre_call_function", "begin reduce_totals",
                                       "end reduce_totals", "begin post_call_function", "end post_call_function"));

  // A loop without totals reduces nothing, and nobody is told.
  accesses.accesses.pop_back();
  loop.loop = std::make_shared<const SetLoop>(accesses);
  notes.words.clear();
  coordinator().reduce_totals(loop).end();
  EXPECT_THAT(coordinator().transfers(), testing::IsEmpty());
  EXPECT_THAT(notes.words, testing::IsEmpty());
}

TEST_F(Deciding, ASyncThatIsNotedMarksGhostsAndMovesNothing) {
  options.ranks = 2;
  call(routine("writer", {}, {at(phi, Region::owned), at(psi, Region::owned, 1)}), host);
  notes.words.clear();
  const Counters before = coordinator().counters();
  coordinator().note_sync({phi}, "t");
  EXPECT_EQ(coordinator().tracker().validity().valid({phi, 0}, host), Region::everywhere);
  EXPECT_THAT(notes.words, ElementsAre()) << "no message is sent";
  EXPECT_EQ(coordinator().counters(), before);
  const Slot slots[] = {{psi, 1}};
  coordinator().pre_sync_of(slots, "an epoch").end();
  EXPECT_EQ(coordinator().sync().messages.size(), 1U) << "one neighbour";
  coordinator().post_sync().end();
  EXPECT_EQ(coordinator().tracker().validity().valid({psi, 1}, host), Region::everywhere);
  EXPECT_THAT(notes.words, ElementsAre("begin pre_sync", "end pre_sync", "begin post_sync", "end post_sync"));
}

Routine loop_of(const std::vector<Clause>& reads, const std::vector<Clause>& writes) {
  Routine loop = routine("loop", reads, writes);
  loop.loop = std::make_shared<const SetLoop>();
  return loop;
}

TEST_F(Deciding, ALoopStartsDuringASyncThatBringsItsGhosts) {
  options.ranks = 2;
  call(routine("writer", {}, {at(phi, Region::owned), at(rho, Region::owned)}), host);
  const std::vector<Clause> reads{at(phi, Region::everywhere), at(rho, Region::owned)};
  const Routine loop = loop_of(reads, {at(psi, Region::owned)});
  const Slot ghosts[] = {{phi}};
  EXPECT_TRUE(coordinator().starts_during_sync(loop, ghosts, host));
  EXPECT_FALSE(coordinator().starts_during_sync(loop, ghosts, device)) << "the ghosts come to the host";
  EXPECT_FALSE(coordinator().starts_during_sync(routine("kernel", reads, {}), ghosts, host)) << "it is no loop";
  EXPECT_FALSE(coordinator().starts_during_sync(loop_of({reads[0], at(psi, Region::owned)}, {}), ghosts, host))
      << "psi is valid nowhere, which the error after the sync says";
  EXPECT_FALSE(coordinator().starts_during_sync(loop_of({reads[0], at(rho, Region::everywhere)}, {}), ghosts, host))
      << "the sync does not bring the ghosts of rho";
  coordinator().set_storage(psi, false);
  EXPECT_FALSE(coordinator().starts_during_sync(loop, ghosts, host)) << "what it writes has no storage";
  coordinator().set_storage(psi, true);

  notes.words.clear();
  coordinator().pre_sync_of(ghosts, "loop").end();
  coordinator().pre_call_function(loop, host).end();
  EXPECT_THAT(coordinator().transfers(), testing::IsEmpty());
  EXPECT_EQ(coordinator().validity().valid({phi}, host), Region::owned) << "the ghosts still travel";
  coordinator().post_sync().end();
  EXPECT_EQ(coordinator().validity().valid({phi}, host), Region::everywhere);
  coordinator().post_call_function(loop, host).end();
  EXPECT_THAT(notes.words,
              ElementsAre("begin pre_sync", "end pre_sync", "begin pre_call_function", "end pre_call_function",
                          "begin post_sync", "end post_sync", "begin post_call_function", "end post_call_function"));
}

TEST_F(Deciding, ALoopThatStartsDuringASyncGetsItsOtherData) {
  options.ranks = 2;
  call(routine("writer", {}, {at(phi, Region::owned)}), device);
  call(routine("writer", {}, {at(rho, Region::owned)}), host);
  const Routine loop = loop_of({at(phi, Region::everywhere), at(rho, Region::owned)}, {});
  const Slot ghosts[] = {{phi}};
  ASSERT_TRUE(coordinator().starts_during_sync(loop, ghosts, device));
  coordinator().pre_sync_of(ghosts, "loop").end();
  coordinator().pre_call_function(loop, device).end();
  ASSERT_EQ(coordinator().transfers().size(), 1U);
  EXPECT_EQ(coordinator().transfers()[0].order.slot, (Slot{rho}));
  coordinator().post_sync().end();
  EXPECT_TRUE(coordinator().validity().valid({phi}, Region::everywhere, device));
}

TEST_F(Deciding, GhostsThatNoSyncBringsAreStillMissing) {
  options.ranks = 2;
  call(routine("writer", {}, {at(phi, Region::owned), at(rho, Region::owned)}), host);
  const Slot ghosts[] = {{phi}};
  coordinator().pre_sync_of(ghosts, "loop").end();
  EXPECT_THROW(static_cast<void>(coordinator().pre_call_function(loop_of({at(rho, Region::ghosts)}, {}), host)), Error);
  coordinator().post_sync().end();
  call(routine("writer", {}, {at(phi, Region::owned)}), host);
  EXPECT_THROW(static_cast<void>(coordinator().pre_call_function(loop_of({at(phi, Region::ghosts)}, {}), host)), Error)
      << "the sync is over";
}

TEST_F(Deciding, AGivenTimelevelCannotBeSynchronised) {
  call(routine("writer", {}, {at(phi, Region::owned, 2)}), host);
  coordinator().give_storage({phi, 2});
  const Slot slots[] = {{phi, 2}};
  EXPECT_THROW((void)coordinator().pre_sync_of(slots, "an epoch"), Error);
  EXPECT_THAT(notes.words, testing::Contains("abandon pre_sync"));
}

TEST_F(Deciding, SaysHowATransferTravels) {
  call(routine("writer", {}, {at(phi, Region::owned)}), host);
  call(routine("reader", {at(phi, Region::owned)}, {}), device);
  call(routine("writer", {}, {at(phi, Region::boundary)}), device);
  call(routine("reader", {at(phi, Region::boundary)}, {}), host);
  ASSERT_EQ(notes.transfers.size(), 2U);
  EXPECT_EQ(notes.transfers[0].form, TransferForm::piece);
  EXPECT_EQ(notes.transfers[0].count * 8, notes.transfers[0].moved_bytes);
  EXPECT_EQ(notes.transfers[1].form, TransferForm::packed);
  EXPECT_EQ(notes.transfers[1].payload_bytes, bytes(Region::boundary));
}

TEST_F(Deciding, AHookThatThrowsIsAbandoned) {
  EXPECT_THROW(call(routine("r", {at(phi, Region::interior)}, {}), host), Error);
  EXPECT_THROW(static_cast<void>(coordinator().pre_sync({phi}, "t")), Error);
  EXPECT_THAT(notes.words, ElementsAre("begin pre_call_function", "abandon pre_call_function", "begin pre_sync",
                                       "abandon pre_sync"));
}

TEST_F(Deciding, ACallThatIsNotEndedIsAbandoned) {
  {
    const HookCall call = coordinator().cycle();
  }
  coordinator().cycle().end();
  EXPECT_THAT(notes.words, ElementsAre("begin cycle", "abandon cycle", "begin cycle", "end cycle"));
}

} // namespace
} // namespace nopal::test
