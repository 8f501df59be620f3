// Tests each row of the table in docs/rules.md, Validity, with a Tracker alone.

#include "tests/support/sample.hpp"

#include "core/accelerator/tracker.hpp"
#include "core/base/error.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr Place host = host_place;
constexpr Place device = device_place;

class Rules : public testing::Test {
protected:
  Variables variables = sample_variables();
  std::vector<Routine> routines{routine("evolve", {}, {at(phi, Region::interior)}),
                                routine("boundary", {}, {at(phi, Region::boundary)}),
                                routine("initial", {}, {at(phi, Region::everywhere)})};
  Tracker tracker{variables, routines, 2, all_regions(variables), {}};
  std::vector<CopyOrder> copies;
  std::vector<SyncOrder> syncs;
  std::vector<PastOrder> pasts;

  Rules() {
    for (int i = 0; i < static_cast<int>(routines.size()); ++i) routines[i].id = i;
  }
  void write(const std::vector<Clause>& clauses, Place place) {
    tracker.after(routine("writer", {}, clauses), place, copies);
  }
  const std::vector<CopyOrder>& read(const std::vector<Clause>& clauses, Place place) {
    tracker.before(routine("reader", clauses, {}), place, copies);
    return copies;
  }
  Region valid(int variable, Place place, int timelevel = 0) {
    return tracker.validity().valid({variable, timelevel}, place);
  }
  std::string error_of_read(const std::vector<Clause>& clauses, Place place) {
    try {
      read(clauses, place);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(Rules, NothingIsValidAtFirst) {
  for (const int v : {phi, psi, rho})
    for (const Place place : {host, device}) EXPECT_EQ(valid(v, place), Region::none);
  EXPECT_THROW(read({at(phi, Region::interior)}, host), Error);
}

TEST_F(Rules, TheLastWriteFollowsTheValues) {
  const auto written_at = [&](int variable, int timelevel = 0) {
    const Event& event = tracker.last_write({variable, timelevel});
    return event.kind == EventKind::nothing ? -1 : event.iteration;
  };
  EXPECT_EQ(written_at(phi), -1);
  tracker.set_iteration(3);
  tracker.after(routines[2], device, copies);
  EXPECT_EQ(tracker.last_write({phi, 0}), (Event{EventKind::wrote, 2, 3}));
  tracker.set_iteration(4);
  read({at(phi, Region::owned)}, host);
  write({at(phi, Region::boundary)}, host);
  EXPECT_EQ(written_at(phi), 3) << "neither a copy nor a write of the boundary renews the values";
  tracker.cycle({phi});
  EXPECT_EQ(written_at(phi), -1);
  EXPECT_EQ(written_at(phi, 1), 3);
  tracker.copy_from_past({phi}, pasts);
  EXPECT_EQ(written_at(phi), 3) << "the same values under a new timelevel";
  tracker.notify_data_modified({at(phi, Region::interior)}, host);
  EXPECT_EQ(written_at(phi), 4);
  tracker.set_last_write({phi, 0}, {EventKind::wrote, 0, 2});
  EXPECT_EQ(written_at(phi), 2);
  tracker.storage_off(phi);
  EXPECT_EQ(written_at(phi), -1);
}

TEST_F(Rules, AReadCopiesWhatIsMissingAndNothingElse) {
  write({at(phi, Region::everywhere), at(psi, Region::everywhere)}, host);
  EXPECT_THAT(read({at(phi, Region::interior)}, device),
              ElementsAre(CopyOrder{{phi, 0}, Region::interior, host, device}));
  EXPECT_THAT(read({at(phi, Region::owned)}, device), ElementsAre(CopyOrder{{phi, 0}, Region::boundary, host, device}));
  EXPECT_THAT(read({at(phi, Region::owned)}, device), IsEmpty());
  EXPECT_THAT(read({at(phi, Region::everywhere)}, host), IsEmpty());
  EXPECT_EQ(valid(phi, device), Region::owned);
  EXPECT_EQ(valid(psi, device), Region::none);
}

TEST_F(Rules, ClausesOfOneSlotMakeOneOrder) {
  write({at(phi, Region::everywhere)}, device);
  EXPECT_THAT(read({at(phi, Region::interior), at(phi, Region::ghosts), at(phi, Region::boundary)}, host),
              ElementsAre(CopyOrder{{phi, 0}, Region::everywhere, device, host}));
}

TEST_F(Rules, AWriteOfSomePointsLeavesItsRegionValidWhereItWasAndSendsThesePoints) {
  Clause clause = at(phi, Region::boundary);
  clause.access = Access::write;
  clause.points = std::make_shared<const PointSet>(PointSet{{{{0, 0, 0}, {1, 1, 1}, {1, 1, 1}}}});
  const Routine rotate = routine("rotate", {}, {clause});
  write({at(phi, Region::interior)}, device);
  EXPECT_THAT(
      [&] { tracker.before(rotate, host, copies); },
      ThrowsMessage<Error>(HasSubstr("t::rotate on the host writes some points of t::phi@0 (boundary) at iteration 0, "
                                     "but it is valid nowhere")));
  write({at(phi, Region::boundary)}, device);
  write({at(phi, Region::ghosts)}, device);
  tracker.before(rotate, host, copies);
  EXPECT_THAT(copies, IsEmpty());
  tracker.after(rotate, host, copies);
  const CopyOrder sent{{phi, 0}, Region::boundary, host, device, TransferKind::points, {}, clause.points};
  EXPECT_THAT(copies, ElementsAre(sent));
  EXPECT_EQ(valid(phi, host), Region::none);
  EXPECT_EQ(valid(phi, device), Region::owned) << "ghosts depend on the boundary";
  read({at(phi, Region::owned)}, host);
  tracker.before(rotate, host, copies);
  tracker.after(rotate, host, copies);
  EXPECT_THAT(copies, ElementsAre(sent));
  EXPECT_EQ(valid(phi, host), Region::owned);
  write({at(phi, Region::everywhere)}, host);
  tracker.after(rotate, host, copies);
  EXPECT_THAT(copies, IsEmpty()) << "no other place has the region";
}

TEST_F(Rules, AReductionHappensWhereAllOwnedPointsAreValidOnTheHostFirst) {
  const CopyOrder moments{{phi, 0}, Region::owned, device, host, TransferKind::reduce, {true, true, true, true}};
  write({at(phi, Region::everywhere)}, device);
  for (const Place reader : {host, device}) EXPECT_THAT(read({reduced(phi)}, reader), ElementsAre(moments));
  EXPECT_EQ(valid(phi, host), Region::none) << "moments make nothing valid";
  read({at(phi, Region::owned)}, host);
  EXPECT_THAT(read({reduced(phi)}, host), IsEmpty());
  EXPECT_THAT(read({reduced(phi)}, device), IsEmpty());
}

TEST_F(Rules, WhatNeitherPlaceHasAllOfIsReducedOnTheHost) {
  write({at(phi, Region::interior)}, device);
  write({at(phi, Region::boundary)}, host);
  EXPECT_THAT(read({reduced(phi)}, device), ElementsAre(CopyOrder{{phi, 0}, Region::interior, device, host}));
  EXPECT_EQ(valid(phi, host), Region::owned);
}

TEST_F(Rules, AReadOfTheSameSlotComesBeforeItsReduction) {
  write({at(phi, Region::everywhere)}, device);
  EXPECT_THAT(read({reduced(phi), at(phi, Region::owned)}, host),
              ElementsAre(CopyOrder{{phi, 0}, Region::owned, device, host}));
}

TEST_F(Rules, AReductionOfWhatIsValidNowhereIsAnError) {
  write({at(phi, Region::interior)}, device);
  EXPECT_THAT(error_of_read({reduced(phi)}, host), HasSubstr("reads t::phi@0 (boundary)"));
}

TEST_F(Rules, AnInterpolationOrdersItsPointsOnlyWhenItAsks) {
  Clause clause = at(phi, Region::owned);
  clause.access = Access::interpolate;
  EXPECT_THAT(error_of_read({clause}, host), HasSubstr("reads t::phi@0 (owned)"));
  write({at(phi, Region::interior)}, device);
  write({at(phi, Region::boundary)}, host);
  EXPECT_THAT(read({clause}, host), IsEmpty());
  clause.access = Access::read;
  clause.points = std::make_shared<const PointSet>(points_in(std::vector<PointRun>{{0, 0, 2, 4}}));
  for (int call = 0; call < 2; ++call) { // nothing becomes valid, so each call brings them
    copies.clear();
    tracker.require({clause}, host, "a function", copies);
    EXPECT_THAT(copies, ElementsAre(CopyOrder{
                            {phi, 0}, Region::interior, device, host, TransferKind::points, {}, clause.points}));
    EXPECT_EQ(valid(phi, host), Region::boundary);
  }
  read({at(phi, Region::owned)}, host);
  copies.clear();
  tracker.require({clause}, host, "a function", copies);
  EXPECT_THAT(copies, IsEmpty());
}

TEST_F(Rules, AReadOfWhatIsValidNowhereNamesEverything) {
  tracker.set_iteration(7);
  tracker.after(routines[2], device, copies);
  tracker.set_iteration(8);
  tracker.after(routines[0], device, copies);
  const std::string message = error_of_read({at(phi, Region::everywhere)}, device);
  EXPECT_THAT(message, HasSubstr("t.yaml:10:5"));
  EXPECT_THAT(message, HasSubstr("t::reader on the device reads t::phi@0 (boundary, ghosts) at iteration 8"));
  EXPECT_THAT(message, HasSubstr("valid nowhere"));
  EXPECT_THAT(message, HasSubstr("boundary: on the host: never written; on the device: invalidated by a write of "
                                 "t::evolve at iteration 8"));
  EXPECT_THAT(error_of_read({at(psi, Region::interior, 2)}, host), HasSubstr("t::psi@2 (interior)"));
  EXPECT_THAT(error_of_read({at(psi, Region::interior, 2)}, host), HasSubstr("never written"));
}

TEST_F(Rules, AllWrongReadsAreNamedAtOnceAndNothingIsMarked) {
  write({at(rho, Region::everywhere)}, host);
  const std::string message =
      error_of_read({at(rho, Region::interior), at(phi, Region::interior), at(psi, Region::ghosts)}, device);
  EXPECT_THAT(message, HasSubstr("t::phi@0 (interior)"));
  EXPECT_THAT(message, HasSubstr("t::psi@0 (ghosts)"));
  EXPECT_EQ(valid(rho, device), Region::none);
}

TEST_F(Rules, AWriteCopiesNothing) {
  write({at(phi, Region::everywhere)}, host);
  tracker.before(routines[0], device, copies);
  EXPECT_THAT(copies, IsEmpty());
}

TEST_F(Rules, AWriteIsValidWhereItWasMadeAndInvalidatesItAndWhatDependsOnItElsewhere) {
  struct Row {
    Region written, on_host, on_device;
  };
  for (const Row& row :
       {Row{Region::ghosts, Region::owned, Region::everywhere}, Row{Region::boundary, Region::interior, Region::owned},
        Row{Region::interior, Region::none, Region::interior}}) {
    write({at(phi, Region::everywhere)}, host);
    read({at(phi, Region::everywhere)}, device);
    write({at(phi, row.written)}, device);
    EXPECT_EQ(valid(phi, host), row.on_host) << to_string(row.written);
    EXPECT_EQ(valid(phi, device), row.on_device) << to_string(row.written);
  }
}

TEST_F(Rules, WhatTheSameRoutineWroteStaysValid) {
  write({at(phi, Region::interior), at(phi, Region::boundary)}, device);
  EXPECT_EQ(valid(phi, device), Region::owned);
  write({at(phi, Region::interior), at(phi, Region::ghosts)}, device);
  EXPECT_EQ(valid(phi, device), Region::interior | Region::ghosts);
  write({at(phi, Region::ghosts), at(phi, Region::boundary)}, device);
  EXPECT_EQ(valid(phi, device), Region::everywhere);
}

TEST_F(Rules, TimelevelsAreApart) {
  write({at(phi, Region::everywhere), at(phi, Region::everywhere, 1)}, device);
  write({at(phi, Region::interior)}, device);
  EXPECT_EQ(valid(phi, device, 1), Region::everywhere);
}

TEST_F(Rules, SyncNeedsInteriorAndBoundary) {
  write({at(phi, Region::interior)}, device);
  EXPECT_THAT([&] { tracker.pre_sync({phi}, "t::boundary", syncs); },
              ThrowsMessage<Error>(HasSubstr("sync of t::boundary reads t::phi@0 (boundary)")));
}

TEST_F(Rules, SyncValidatesGhostsWhereTheRestIs) {
  write({at(phi, Region::owned)}, device);
  tracker.pre_sync({phi}, "t", syncs);
  EXPECT_THAT(syncs, ElementsAre(SyncOrder{{phi, 0}, device, device, 1U << device}));
  tracker.post_sync(syncs);
  EXPECT_EQ(valid(phi, device), Region::everywhere);
  EXPECT_EQ(valid(phi, host), Region::none);
}

TEST_F(Rules, SyncOfWhatIsValidAtBothPlacesPacksOnTheHostAndValidatesBoth) {
  write({at(phi, Region::owned)}, device);
  read({at(phi, Region::owned)}, host);
  tracker.pre_sync({phi}, "t", syncs);
  EXPECT_THAT(syncs, ElementsAre(SyncOrder{{phi, 0}, host, host, 3U}));
  tracker.post_sync(syncs);
  EXPECT_EQ(valid(phi, device), Region::everywhere);
  EXPECT_EQ(valid(phi, host), Region::everywhere);
}

TEST_F(Rules, SyncOfWhatLiesInTwoPlacesValidatesTheHost) {
  write({at(phi, Region::interior)}, device);
  write({at(phi, Region::boundary)}, host);
  tracker.pre_sync({phi}, "t", syncs);
  EXPECT_THAT(syncs, ElementsAre(SyncOrder{{phi, 0}, device, host, 1U << host}));
  tracker.post_sync(syncs);
  EXPECT_EQ(valid(phi, host), Region::boundary | Region::ghosts);
  EXPECT_EQ(valid(phi, device), Region::interior);
}

TEST_F(Rules, SyncOfScalarsAndArraysDoesNothing) {
  write({at(energy, Region::interior), at(table, Region::interior)}, host);
  tracker.pre_sync({energy, table}, "t", syncs);
  EXPECT_THAT(syncs, IsEmpty());
}

TEST_F(Rules, CycleRelabelsAndLeavesTimelevel0ValidNowhere) {
  write({at(phi, Region::everywhere), at(phi, Region::interior, 1), at(rho, Region::owned)}, device);
  write({at(phi, Region::boundary, 1)}, host);
  tracker.set_iteration(3);
  tracker.cycle({phi, psi, rho, energy});
  EXPECT_EQ(valid(phi, device, 0), Region::none);
  EXPECT_EQ(valid(phi, host, 0), Region::none);
  EXPECT_EQ(valid(phi, device, 1), Region::everywhere);
  EXPECT_EQ(valid(phi, device, 2), Region::interior);
  EXPECT_EQ(valid(phi, host, 2), Region::boundary);
  EXPECT_EQ(valid(rho, device), Region::owned) << "groups of one timelevel keep data and validity";
  EXPECT_THAT(error_of_read({at(phi, Region::interior)}, device), HasSubstr("cycle of timelevels at iteration 3"));
}

TEST_F(Rules, CopyFromPastCopiesOnTheDeviceWhatIsValidThereElseOnTheHost) {
  write({at(phi, Region::interior, 1)}, host);
  read({at(phi, Region::interior, 1)}, device);
  write({at(phi, Region::boundary, 1)}, host);
  write({at(phi, Region::everywhere)}, host);
  tracker.copy_from_past({phi}, pasts);
  EXPECT_THAT(pasts, ElementsAre(PastOrder{{phi, 1}, {phi, 0}, Region::interior, device},
                                 PastOrder{{phi, 1}, {phi, 0}, Region::boundary, host}));
  EXPECT_EQ(valid(phi, device), Region::interior);
  EXPECT_EQ(valid(phi, host), Region::boundary);
}

TEST_F(Rules, CopyFromPastOfOneTimelevelIsAnError) {
  EXPECT_THAT([&] { tracker.copy_from_past({rho}, pasts); },
              ThrowsMessage<Error>(HasSubstr("t::rho cannot be copied from the past: its group t::density has one")));
}

TEST_F(Rules, NotifyIsAsAfterAWrite) {
  write({at(phi, Region::everywhere)}, device);
  tracker.notify_data_modified({at(phi, Region::interior)}, host);
  EXPECT_EQ(valid(phi, host), Region::interior);
  EXPECT_EQ(valid(phi, device), Region::none);
}

TEST_F(Rules, RequireIsAsBeforeARead) {
  write({at(phi, Region::everywhere)}, device);
  tracker.require({at(phi, Region::owned)}, host, "t::output", copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::owned, device, host}));
  EXPECT_EQ(valid(phi, host), Region::owned);
  EXPECT_THROW(tracker.require({at(psi, Region::owned)}, host, "t::output", copies), Error);
}

TEST_F(Rules, StorageThatEndsTakesValidityWithIt) {
  write({at(phi, Region::everywhere), at(phi, Region::everywhere, 2)}, device);
  tracker.storage_off(phi);
  EXPECT_EQ(valid(phi, device), Region::none);
  EXPECT_EQ(valid(phi, device, 2), Region::none);
  EXPECT_THAT(error_of_read({at(phi, Region::interior)}, host), HasSubstr("storage switched off"));
}

TEST_F(Rules, AGivenTimelevelIsValidNowhereAndTheOthersStay) {
  tracker.set_iteration(6);
  tracker.after(
      routine("writer", {}, {at(phi, Region::everywhere), at(phi, Region::everywhere, 2), at(psi, Region::owned, 2)}),
      host, copies);
  read({at(phi, Region::everywhere, 2)}, device);
  tracker.give_storage({phi, 2});
  for (const Place place : {host, device}) EXPECT_EQ(valid(phi, place, 2), Region::none);
  EXPECT_EQ(valid(phi, host), Region::everywhere);
  EXPECT_EQ(valid(psi, host, 2), Region::owned);
  EXPECT_EQ(tracker.last_write({phi, 2}).kind, EventKind::nothing);
  EXPECT_EQ(tracker.last_write({phi, 0}).iteration, 6);
  EXPECT_THAT(error_of_read({at(phi, Region::interior, 2)}, host),
              AllOf(HasSubstr("its values were not kept (driver.blocking_factor, driver.fusion)"),
                    HasSubstr("set driver.fusion: never")));
  tracker.cycle({phi});
  EXPECT_EQ(valid(phi, host, 1), Region::everywhere);
}

TEST_F(Rules, SyncOfOlderTimelevelsValidatesTheirGhosts) {
  write({at(phi, Region::owned), at(phi, Region::owned, 1), at(psi, Region::owned, 2), at(energy, Region::interior)},
        host);
  const Slot slots[] = {{phi, 1}, {psi, 2}, {energy, 0}};
  tracker.pre_sync_of(slots, "an epoch", syncs);
  EXPECT_THAT(syncs,
              ElementsAre(SyncOrder{{phi, 1}, host, host, 1U << host}, SyncOrder{{psi, 2}, host, host, 1U << host}));
  tracker.post_sync(syncs);
  EXPECT_EQ(valid(phi, host, 1), Region::everywhere);
  EXPECT_EQ(valid(psi, host, 2), Region::everywhere);
  EXPECT_EQ(valid(phi, host), Region::owned) << "nobody asked for it";
}

TEST_F(Rules, SyncOfAnOlderTimelevelNeedsInteriorAndBoundary) {
  write({at(phi, Region::owned), at(phi, Region::interior, 1)}, host);
  const Slot slots[] = {{phi, 0}, {phi, 1}};
  EXPECT_THAT([&] { tracker.pre_sync_of(slots, "an epoch", syncs); },
              ThrowsMessage<Error>(HasSubstr("sync of an epoch reads t::phi@1 (boundary)")));
}

TEST_F(Rules, ScalarsAndArraysHaveOneRegion) {
  write({at(energy, Region::everywhere), at(table, Region::interior)}, host);
  EXPECT_THAT(read({at(energy, Region::everywhere), at(table, Region::everywhere)}, host), IsEmpty());
  EXPECT_THAT(read({at(energy, Region::everywhere), at(table, Region::everywhere)}, device),
              ElementsAre(CopyOrder{{energy, 0}, Region::interior, host, device},
                          CopyOrder{{table, 0}, Region::interior, host, device}));
  write({at(energy, Region::interior)}, device);
  EXPECT_FALSE(tracker.validity().valid({energy, 0}, Region::interior, host));
}

TEST_F(Rules, KernelsReadScalarsOnTheHost) {
  Routine kernel = routine("kernel", {at(energy, Region::everywhere), at(phi, Region::interior)}, {});
  kernel.is_kernel = true;
  write({at(phi, Region::interior)}, host);
  write({at(energy, Region::interior)}, device);
  tracker.before(kernel, device, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{energy, 0}, Region::interior, device, host},
                                  CopyOrder{{phi, 0}, Region::interior, host, device}));
}

TEST_F(Rules, TheHostIsPreferredAsASourceThenTheLowerDevice) {
  Tracker many(variables, routines, 4, all_regions(variables), {});
  many.after(routine("w", {}, {at(phi, Region::owned)}), 2, copies);
  many.before(routine("r", {at(phi, Region::owned)}, {}), 1, copies);
  many.before(routine("r", {at(phi, Region::owned)}, {}), 3, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::owned, 1, 3}));
  many.after(routine("w", {}, {at(phi, Region::boundary)}), 2, copies);
  many.before(routine("r", {at(phi, Region::owned)}, {}), 0, copies);
  EXPECT_THAT(copies,
              ElementsAre(CopyOrder{{phi, 0}, Region::interior, 1, 0}, CopyOrder{{phi, 0}, Region::boundary, 2, 0}))
      << "interior is valid at one place, boundary at another: several orders";
}

class Periodic : public Rules {
protected:
  Periodic() : all(variables, routines, 2, all_regions(variables, Region::interior | Region::ghosts), {}) {}
  Tracker all;
};

TEST_F(Periodic, TheBoundaryIsAlwaysValid) {
  all.after(routine("w", {}, {at(phi, Region::interior)}), device, copies);
  EXPECT_TRUE(all.validity().valid({phi, 0}, Region::boundary, host));
  EXPECT_TRUE(all.validity().valid({phi, 0}, Region::boundary, device));
  all.pre_sync({phi}, "t", syncs);
  EXPECT_THAT(syncs, ElementsAre(SyncOrder{{phi, 0}, device, device, 1U << device}));
  all.cycle({phi});
  EXPECT_TRUE(all.validity().valid({phi, 0}, Region::boundary, device));
  EXPECT_FALSE(all.validity().valid({phi, 0}, Region::ghosts, device)) << "ghosts are tracked";
}

TEST_F(Rules, WithoutGhostsThereIsNothingToSynchronise) {
  Tracker none(variables, routines, 2, all_regions(variables, Region::owned), {});
  none.after(routine("w", {}, {at(phi, Region::owned)}), device, copies);
  EXPECT_TRUE(none.validity().valid({phi, 0}, Region::everywhere, device));
  none.pre_sync({phi}, "t", syncs);
  EXPECT_THAT(syncs, IsEmpty());
}

class Moving : public Rules {
protected:
  Moving() : mover(variables, routines, 2, all_regions(variables), {false, true}) {}
  Tracker mover;
  Region at_place(Place place) { return mover.validity().valid({phi, 0}, place); }
};

TEST_F(Moving, WholeSlotsMove) {
  mover.after(routine("w", {}, {at(phi, Region::everywhere)}), host, copies);
  mover.before(routine("r", {at(phi, Region::interior)}, {}), device, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::everywhere, host, device, TransferKind::move}));
  EXPECT_EQ(at_place(host), Region::none);
  EXPECT_EQ(at_place(device), Region::everywhere);
  mover.before(routine("r", {at(phi, Region::ghosts)}, {}), host, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::everywhere, device, host, TransferKind::move}));
}

TEST_F(Moving, APartialWriteFirstMovesTheSlot) {
  mover.after(routine("w", {}, {at(phi, Region::everywhere)}), host, copies);
  const Routine boundary = routine("b", {}, {at(phi, Region::boundary)});
  mover.before(boundary, device, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::everywhere, host, device, TransferKind::move}));
  mover.after(boundary, device, copies);
  EXPECT_EQ(at_place(device), Region::owned);
  EXPECT_EQ(at_place(host), Region::none);
}

TEST_F(Moving, AWholeWriteMovesNothing) {
  mover.after(routine("w", {}, {at(phi, Region::everywhere)}), host, copies);
  mover.before(routine("w", {}, {at(phi, Region::interior), at(phi, Region::boundary), at(phi, Region::ghosts)}),
               device, copies);
  EXPECT_THAT(copies, IsEmpty());
}

TEST_F(Moving, DataNotifiedAtOnePlaceAreThereAsAWhole) {
  mover.after(routine("w", {}, {at(phi, Region::everywhere)}), host, copies);
  copies.clear();
  mover.prepare_write({at(phi, Region::boundary)}, device, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::everywhere, host, device, TransferKind::move}));
  mover.notify_data_modified({at(phi, Region::boundary)}, device);
  EXPECT_EQ(at_place(device), Region::owned);
  mover.notify_data_modified({at(phi, Region::ghosts)}, host);
  EXPECT_EQ(at_place(device), Region::none) << "a slot that moves is nowhere in part";
}

TEST_F(Rules, StateTextShowsRegionsPlacesAndReasons) {
  tracker.set_iteration(4);
  tracker.after(routines[0], device, copies);
  read({at(phi, Region::interior)}, host);
  EXPECT_EQ(tracker.state_text({phi, 0}),
            "t::phi@0 | host: +interior (copied at iteration 4), -boundary (never written), -ghosts (never written)"
            " | device: +interior (written by t::evolve at iteration 4), -boundary (never written), "
            "-ghosts (never written)");
  EXPECT_EQ(tracker.state_text({energy, 0}),
            "t::energy@0 | host: -interior (never written) | device: -interior (never written)");
}

TEST(State, WhoReadsItIsGivenWhatIsValidOfItAndNothingElse) {
  Variables variables = sample_variables();
  Group work;
  work.thorn = "t";
  work.name = "work";
  work.tags = {{"checkpoint", "no"}};
  variables.add_group(work, {"rest"});
  const int rest = variables.find_variable("t::rest").value();
  const std::vector<Routine> routines;
  Tracker tracker{variables, routines, 2, all_regions(variables), {}};
  std::vector<CopyOrder> copies;
  tracker.after(
      routine("all", {}, {at(phi, Region::everywhere), at(phi, Region::interior, 2), at(rest, Region::everywhere)}),
      device, copies);
  tracker.after(routine("host", {}, {at(rho, Region::owned), at(energy, Region::interior)}), host, copies);

  Routine reader = routine("reader", {}, {});
  reader.state = Access::read;
  tracker.before(reader, host, copies);
  EXPECT_THAT(copies, ElementsAre(CopyOrder{{phi, 0}, Region::owned, device, host},
                                  CopyOrder{{phi, 2}, Region::interior, device, host}));
  EXPECT_EQ(tracker.validity().valid({phi, 0}, host), Region::owned);
  EXPECT_EQ(tracker.validity().valid({rest, 0}, host), Region::none) << "its group is tagged checkpoint: no";
  copies.clear();
  tracker.before(reader, host, copies);
  EXPECT_THAT(copies, IsEmpty());
}

} // namespace
} // namespace nopal::test
