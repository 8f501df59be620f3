// Tests which transfers happen, in which form they travel, and how they are counted.

#include "recorded.hpp"

#include "core/spaces/geometry.hpp"

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Transfer : public Recorded {
protected:
  /// Returns the moments of phi if the device has computed them.
  std::optional<DeviceMoments> moments() { return world().first().accelerator->moments({phi, 0}); }
};

TEST_F(Transfer, AWholeSlotTravelsAsOnePiece) {
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::everywhere)}, device);
  EXPECT_THAT(calls, ElementsAre("to_device 0@0"));
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
  EXPECT_EQ(counters().to_device.transfers, 1);
  EXPECT_EQ(counters().to_device.payload_bytes, bytes(Region::everywhere));
  const Layout& layout = world().first().memory.layout(phi);
  EXPECT_EQ(counters().to_device.moved_bytes, layout.span(layout.box) * 8);
  EXPECT_EQ(counters().to_host, TransferCount{});
}

class FailsOnce final : public ForwardingDevice {
public:
  using ForwardingDevice::ForwardingDevice;
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override {
    if (std::exchange(fails_, false)) throw Error("planted");
    return ForwardingDevice::copy_to_device(pieces, ticket);
  }

private:
  bool fails_ = true;
};

TEST_F(Transfer, WhatCouldNotBeCopiedIsNotCopiedWithTheNext) {
  options.open = [this] {
    return std::make_unique<RecordingDevice>(std::make_unique<FailsOnce>(open_device("checked", words)), calls);
  };
  world().write({at(phi, Region::everywhere), at(psi, Region::everywhere)}, host, 1);
  EXPECT_THROW(world().read({at(phi, Region::everywhere)}, device), Error);
  calls.clear();
  world().read({at(psi, Region::everywhere)}, device);
  EXPECT_THAT(calls, ElementsAre("to_device 1@0"));
}

/// A read of some points of the owned ones.
Clause of_points(int variable, const PointSet& points) {
  Clause clause = at(variable, Region::owned);
  clause.points = std::make_shared<const PointSet>(points);
  return clause;
}

TEST_F(Transfer, OfPointsBringsTheseAndNoOthers) {
  const Domain domain(options.domain);
  const Index point{4, 3, 2};
  const Selection strided{{1, 0, 2}, {5, 4, 3}, {3, 2, 1}};
  for (const int ranks : {1, 3})
    for (const PointSet& set : {points_in({section(domain, point, {0, 2})}), points_in({section(domain, point, {1})}),
                                PointSet{{strided}}, PointSet{{{point, {1, 1, 1}, {1, 1, 1}}}}})
      for (const int variable : {phi, field}) { // field is complex
        options.ranks = ranks;
        made.reset();
        world().write({at(variable, Region::everywhere)}, device, 1);
        const Clause clause = of_points(variable, set);
        for (int n = 1; n <= 2; ++n) {
          TransferCount sum;
          world().each([&](World::Rank& rank) {
            const Routine reader = routine("reader", {clause}, {});
            rank.hooks->pre_call_function(reader, host);
            // Poison marks the points that did not travel.
            const Geometry& part = world().spaces[rank.number].part({variable, 0});
            long here = 0;
            for (const Selection& piece : pieces_in(set, {part.owned()})) here += piece.points();
            EXPECT_EQ(part.points(Region::owned) - world().wrong(rank, {variable, 0}, Region::owned, host, 1), here);
            rank.hooks->post_call_function(reader, host);
            EXPECT_EQ(part.points(Region::owned), world().wrong(rank, {variable, 0}, Region::owned, host, 1))
                << "they are for this routine only";
            EXPECT_FALSE(any(rank.accelerator->tracker().validity().valid({variable, 0}, host)));
            add(sum, rank.accelerator->counters().to_host);
            if (here == 0) {
              EXPECT_EQ(rank.accelerator->counters().to_host, TransferCount{});
            }
          });
          const std::int64_t bytes = n * set.points() * (variable == field ? 16 : 8);
          EXPECT_EQ(sum.payload_bytes, bytes);
          EXPECT_EQ(sum.moved_bytes, bytes);
        }
      }
}

/// A function on the host that writes `number` at some points of the boundary.
Routine writer_of(const PointSet& points) {
  Clause clause = at(phi, Region::boundary);
  clause.access = Access::write;
  clause.points = std::make_shared<const PointSet>(points);
  return routine("rotate", {}, {clause});
}

TEST_F(Transfer, OfPointsThatAFunctionWroteTakesTheseAndNoOthers) {
  options.domain = small_domain({false, false, true});
  options.settings.poison = true;
  const Domain domain(options.domain);
  const PointSet face = points_beyond(domain, {{{true, false}, {false, false}}});
  EXPECT_EQ(face.points(), 1 * 6 * 11) << "without the edges at other faces";
  for (const int ranks : {1, 3}) {
    options.ranks = ranks;
    made.reset();
    world().write({at(phi, Region::everywhere)}, device, 1);
    const Routine routine = writer_of(face);
    for (int n = 1; n <= 2; ++n) {
      TransferCount sum;
      world().each([&](World::Rank& rank) {
        rank.hooks->pre_call_function(routine, host);
        const Geometry& part = world().spaces[rank.number].part({phi, 0});
        auto* values = reinterpret_cast<double*>(rank.memory.data({phi, 0}));
        long here = 0;
        for (const Box& box : boxes_in(face, {part.owned()}))
          for (long k = box.lower[2]; k < box.upper[2]; ++k)
            for (long j = box.lower[1]; j < box.upper[1]; ++j, ++here)
              values[part.layout().index(box.lower[0], j, k)] = -1;
        rank.hooks->post_call_function(routine, host);
        EXPECT_EQ(world().wrong(rank, {phi, 0}, Region::boundary, device, 1), here);
        EXPECT_EQ(world().wrong(rank, {phi, 0}, Region::interior, device, 1), 0);
        EXPECT_EQ(world().wrong(rank, {phi, 0}, Region::boundary, host, 1), part.points(Region::boundary))
            << "what it wrote is for this call only";
        EXPECT_EQ(rank.accelerator->tracker().validity().valid({phi, 0}, device), Region::owned);
        add(sum, rank.accelerator->counters().to_device);
        EXPECT_EQ(rank.accelerator->counters().to_host, TransferCount{});
      });
      EXPECT_EQ(sum.payload_bytes, n * face.points() * 8);
      EXPECT_EQ(sum.moved_bytes, n * face.points() * 8);
    }
  }
}

TEST_F(Transfer, OfPointsThatAFunctionDidNotWriteIsRefused) {
  options.settings.poison = true;
  const PointSet face = points_beyond(Domain(options.domain), {{{true, false}, {false, false}, {false, false}}});
  world().write({at(phi, Region::everywhere)}, device, 1);
  World::Rank& rank = world().first();
  rank.hooks->pre_call_function(writer_of(face), host);
  EXPECT_THAT([&] { rank.hooks->post_call_function(writer_of(face), host); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(
                  "declares that it writes points of t::phi@0 (boundary), but did not write 80 of 80 points")));
}

TEST_F(Transfer, OfPointsLeavesOutRegionsThatTheHostHas) {
  const PointSet plane = points_in({section(Domain(options.domain), {4, 3, 2}, {0, 1})});
  world().write({at(phi, Region::everywhere)}, device, 1);
  world().write({at(phi, Region::boundary)}, host, 1);
  world().read({of_points(phi, plane)}, host);
  EXPECT_EQ(counters().to_host.payload_bytes, 22 * 8 * 8) << "without the boundary";
  world().read({at(phi, Region::owned)}, host);
  const TransferCount before = counters().to_host;
  world().read({of_points(phi, plane)}, host);
  EXPECT_EQ(counters().to_host, before) << "the host has them";
}

TEST_F(Transfer, OfPointsMovesTheSlotIfTheDeviceMoves) {
  words = {"moves"};
  world().write({at(phi, Region::everywhere)}, device, 1);
  world().read({of_points(phi, points_in({section(Domain(options.domain), {4, 3, 2}, {0, 1})}))}, host);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, host, 1), 0);
}

TEST_F(Transfer, AReductionCopiesAFewNumbers) {
  world().write({at(phi, Region::everywhere)}, device, 1);
  const TransferCount before = counters().to_host;
  calls.clear();
  for (int n = 1; n <= 2; ++n) {
    world().read({reduced(phi)}, host);
    EXPECT_EQ(counters().to_host - before, (TransferCount{n, n * 896, n * 896}));
    const auto reduced = moments();
    ASSERT_TRUE(reduced.has_value());
    EXPECT_TRUE(reduced->known.covers({true, true, true, true}));
    EXPECT_GT(reduced->moments->max, reduced->moments->min);
  }
  EXPECT_THAT(calls, IsEmpty()) << "no slot is copied";
  world().read({at(phi, Region::owned)}, host);
  world().read({reduced(phi)}, host);
  EXPECT_FALSE(moments().has_value());
}

TEST_F(Transfer, AReductionIsOfWhatWasBroughtForIt) {
  words = {"moves"};
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::owned), reduced(phi)}, device);
  ASSERT_TRUE(moments().has_value());
  const Moments together = *moments()->moments;
  world().read({reduced(phi)}, device);
  const Moments afterwards = *moments()->moments;
  EXPECT_GT(afterwards.max, afterwards.min);
  EXPECT_EQ(together.max, afterwards.max);
  EXPECT_EQ(together.min, afterwards.min);
  EXPECT_EQ(together.sum.value(), afterwards.sum.value());
}

TEST_F(Transfer, AReductionIsForgottenWhereSomethingElseIsWritten) {
  world().write({at(phi, Region::everywhere)}, device, 1);
  world().read({reduced(phi)}, host);
  ASSERT_TRUE(moments().has_value());
  world().first().accelerator->notify_data_modified({at(phi, Region::everywhere)}, host);
  EXPECT_FALSE(moments().has_value());
}

TEST_F(Transfer, NothingIsCopiedTwice) {
  world().write({at(phi, Region::everywhere)}, host, 1);
  for (int i = 0; i < 3; ++i) {
    world().read({at(phi, Region::everywhere)}, device);
    world().read({at(phi, Region::owned)}, host);
  }
  EXPECT_THAT(calls, ElementsAre("to_device 0@0"));
}

TEST_F(Transfer, TheInteriorTravelsAsAPieceWhereTheBoundaryIsInvalidAtTheDestination) {
  options.domain.cells = {40, 40, 40};
  world().write({at(phi, Region::interior)}, device, 2);
  world().read({at(phi, Region::interior)}, host);
  EXPECT_THAT(calls, testing::Contains("to_host 0@0"));
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, host, 2), 0);
  EXPECT_EQ(counters().to_host.payload_bytes, bytes(Region::interior));
  EXPECT_GT(counters().to_host.moved_bytes, counters().to_host.payload_bytes);
  EXPECT_LE(counters().to_host.moved_bytes * 2, counters().to_host.payload_bytes * 3);
}

TEST_F(Transfer, TheInteriorIsPackedWhereTheBoundaryIsValidAtTheDestinationOnly) {
  options.domain.cells = {40, 40, 40};
  world().write({at(phi, Region::interior)}, device, 1);
  world().write({at(phi, Region::boundary)}, host, 2);
  calls.clear();
  world().read({at(phi, Region::owned)}, host);
  EXPECT_THAT(calls, ElementsAre("pre_sync"));
  EXPECT_EQ(counters().to_host.transfers, 1);
  EXPECT_EQ(counters().to_host.payload_bytes, bytes(Region::interior));
  EXPECT_EQ(counters().to_host.moved_bytes, counters().to_host.payload_bytes);
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, host, 1), 0);
  EXPECT_EQ(world().wrong({phi, 0}, Region::boundary, host, 2), 0) << "what was valid must not be overwritten";
}

TEST_F(Transfer, AThinRegionIsPacked) {
  options.domain.cells = {40, 40, 40};
  world().write({at(phi, Region::boundary)}, host, 3);
  world().read({at(phi, Region::boundary)}, device);
  EXPECT_THAT(calls, ElementsAre("post_sync"));
  EXPECT_EQ(counters().to_device.transfers, 1) << "six faces in one transfer";
  EXPECT_EQ(counters().to_device.payload_bytes, bytes(Region::boundary));
  EXPECT_EQ(world().wrong({phi, 0}, Region::boundary, device, 3), 0);
}

TEST_F(Transfer, APieceMayCoverWhatIsValidAtBothPlaces) {
  options.domain.cells = {40, 40, 40};
  world().write({at(phi, Region::owned)}, host, 1);
  world().read({at(phi, Region::boundary)}, device);
  calls.clear();
  world().read({at(phi, Region::owned)}, device);
  EXPECT_THAT(calls, ElementsAre("to_device 0@0"));
  EXPECT_EQ(world().wrong({phi, 0}, Region::owned, device, 1), 0);
}

TEST_F(Transfer, SlotsOfEveryTypeTravel) {
  const std::vector<Clause> clauses{at(count, Region::everywhere), at(field, Region::owned),
                                    at(energy, Region::everywhere), at(table, Region::interior)};
  world().write(clauses, host, 4);
  world().read(clauses, device);
  for (const Clause& clause : clauses) EXPECT_EQ(world().wrong(clause.slot, clause.region, device, 4), 0);
  EXPECT_EQ(counters().to_device.transfers, 4);
  EXPECT_EQ(counters().to_device.payload_bytes, bytes(Region::everywhere) + bytes(Region::owned, 16) + 8 + 5 * 8);
  world().write(clauses, device, 5);
  world().read(clauses, host);
  for (const Clause& clause : clauses) EXPECT_EQ(world().wrong(clause.slot, clause.region, host, 5), 0);
  EXPECT_EQ(counters().to_host.transfers, 4);
}

TEST_F(Transfer, AnEmptyRegionCostsNoTransferButIsTracked) {
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::ghosts)}, device);
  EXPECT_THAT(calls, IsEmpty()) << "one rank, not periodic: there are no ghost points";
  EXPECT_TRUE(world().first().accelerator->tracker().validity().valid({phi, 0}, Region::ghosts, device));
  EXPECT_EQ(counters().to_device, TransferCount{});
}

TEST_F(Transfer, SlotsAreCreatedOnceAtInitOrWhenTheyAreNeeded) {
  options.routines = {
      routine("a", {at(phi, Region::everywhere), at(energy, Region::interior)}, {at(rho, Region::owned)}),
      routine("b", {at(psi, Region::everywhere)}, {})};
  options.routines[0].is_kernel = true;
  options.routines[1].device = false;
  options.open = [this] { return std::make_unique<RecordingDevice>(open_device("checked"), calls); };
  made = std::make_unique<World>(options);
  made->first().hooks->init();
  EXPECT_THAT(calls, ElementsAre("create 0@0", "create 0@1", "create 0@2", "create 2@0"))
      << "what device routines name, at all timelevels; not scalars that enter by value, nor what host routines name";
  calls.clear();
  for (int i = 0; i < 2; ++i) {
    made->write({at(psi, Region::everywhere), at(phi, Region::everywhere)}, host, 1);
    made->read({at(psi, Region::owned), at(phi, Region::owned)}, device);
    made->write({at(field, Region::everywhere)}, device, 1);
  }
  calls.erase(std::remove_if(calls.begin(), calls.end(), [](auto& call) { return call.rfind("create", 0) != 0; }),
              calls.end());
  EXPECT_THAT(calls, ElementsAre("create 1@0", "create 1@1", "create 1@2", "create 4@0"));
}

TEST_F(Transfer, WithoutADeviceRoutinesRunOnTheHostAndAreTracked) {
  made = std::make_unique<World>(options);
  Accelerator& accelerator = *made->first().accelerator;
  accelerator.init();
  EXPECT_EQ(accelerator.place_of(routine("r", {}, {})), host);
  made->write({at(phi, Region::interior)}, host, 1);
  EXPECT_THROW(accelerator.pre_call_function(routine("r", {at(phi, Region::everywhere)}, {}), host), Error);
  made->write({at(phi, Region::boundary)}, host, 1);
  made->sync({phi});
  accelerator.cycle();
  made->read({at(phi, Region::everywhere, 1)}, host);
  EXPECT_EQ(made->wrong({phi, 1}, Region::everywhere, host, 1), 0);
  accelerator.copy_back();
  accelerator.finish();
}

TEST_F(Transfer, RoutinesRunWhereTheyAreDeclared) {
  Accelerator& accelerator = *world().first().accelerator;
  Routine on_host = routine("h", {}, {});
  on_host.device = false;
  EXPECT_EQ(accelerator.place_of(routine("r", {}, {})), device);
  EXPECT_EQ(accelerator.place_of(on_host), host);
}

TEST_F(Transfer, ADeviceThatMovesTakesWholeSlots) {
  words = {"moves"};
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::boundary)}, device);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
  const std::int64_t whole = world().first().memory.layout(phi).size * 8;
  EXPECT_EQ(counters().to_device, (TransferCount{1, bytes(Region::everywhere), whole}));
  world().write({at(phi, Region::boundary)}, host, 2);
  EXPECT_EQ(counters().to_host, (TransferCount{1, bytes(Region::everywhere), whole}));
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, host, 1), 0);
  EXPECT_EQ(world().wrong({phi, 0}, Region::boundary, host, 2), 0);
}

TEST(GeometryOf, PiecesHoldAllPointsAndKnowWhatLiesBetween) {
  const Box stored{{-1, 0, 0}, {9, 8, 7}}, owned{{0, 0, 0}, {8, 8, 7}}, interior{{0, 1, 1}, {8, 7, 6}};
  const Layout layout = grid_layout(stored, 0, 3);
  const Geometry geometry(layout, interior, owned);
  for (int mask = 1; mask < 8; ++mask) {
    const RegionShape& shape = geometry.shape(static_cast<Region>(mask));
    long points = 0, first = layout.size, last = -1;
    Region between = Region::none;
    const auto region_of = [&](const Index& p) {
      return interior.contains(p) ? Region::interior : owned.contains(p) ? Region::boundary : Region::ghosts;
    };
    const auto each = [&](const auto& action) {
      for (long k = 0; k < 7; ++k)
        for (long j = 0; j < 8; ++j)
          for (long i = -1; i < 9; ++i) action(region_of({i, j, k}), layout.index(i, j, k));
    };
    each([&](Region region, long element) {
      if (!any(region & static_cast<Region>(mask))) return;
      ++points;
      first = std::min(first, element);
      last = std::max(last, element);
    });
    each([&](Region region, long element) {
      if (!any(region & static_cast<Region>(mask)) && element >= first && element <= last) between |= region;
    });
    EXPECT_EQ(shape.points, points) << mask;
    EXPECT_EQ(shape.first, first) << mask;
    EXPECT_EQ(shape.first + shape.count - 1, last) << mask;
    EXPECT_EQ(shape.others, between) << mask;
    EXPECT_EQ(shape.piece_pays, 2 * (last - first + 1) <= 3 * points) << mask;
  }
}

} // namespace
} // namespace nopal::test
