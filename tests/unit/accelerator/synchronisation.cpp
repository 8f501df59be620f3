// Tests syncs: there is one message for each neighbour and one transfer in each direction, and the counts are exact.

#include "recorded.hpp"

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Sync : public Recorded {
protected:
  /// Returns the payload of the strips between rank 0 and its neighbours.
  std::int64_t strips(bool sent) {
    const ExchangePlan plan = exchange_plan(world().decomposition, 0);
    return (sent ? plan.send_points() : plan.receive_points()) * 8;
  }
};

TEST_F(Sync, AllVariablesShareAMessageAndATransferEachWay) {
  options.ranks = 4;
  world().write({at(phi, Region::owned), at(rho, Region::owned)}, device, 1);
  const SyncBuffers* buffers = nullptr;
  world().each([&](World::Rank& rank) {
    const SyncBuffers& packed = rank.hooks->pre_sync({phi, rho}, "t");
    if (rank.number == 0) buffers = &packed;
  });
  const ExchangePlan plan = exchange_plan(world().decomposition, 0);
  ASSERT_EQ(buffers->messages.size(), plan.neighbours.size());
  for (std::size_t i = 0; i < plan.neighbours.size(); ++i) {
    const SyncBuffers::Message& message = buffers->messages[i];
    EXPECT_EQ(message.rank, plan.neighbours[i].rank);
    EXPECT_EQ(message.send_bytes, static_cast<std::size_t>(plan.neighbours[i].send_points) * 16);
    EXPECT_EQ(message.receive_bytes, static_cast<std::size_t>(plan.neighbours[i].receive_points) * 16);
    if (i > 0) {
      EXPECT_EQ(message.send, buffers->messages[i - 1].send + buffers->messages[i - 1].send_bytes);
    }
  }
  EXPECT_EQ(times(calls, "pre_sync"), 4) << "one a rank";
  EXPECT_EQ(counters().to_host, (TransferCount{1, 2 * strips(true), 2 * strips(true)}));
}

TEST_F(Sync, CountsAreExactOverManyIterations) {
  options.ranks = 2;
  world().write({at(phi, Region::everywhere), at(phi, Region::everywhere, 1)}, device, 0);
  const Counters before = counters();
  for (long iteration = 1; iteration <= 10; ++iteration) {
    world().each([&](World::Rank& rank) {
      rank.accelerator->set_iteration(iteration);
      rank.hooks->cycle();
    });
    world().read({at(phi, Region::everywhere, 1), at(phi, Region::interior, 2)}, device);
    world().write({at(phi, Region::interior)}, device, iteration);
    world().write({at(phi, Region::boundary)}, device, iteration);
    world().sync({phi});
    if (iteration % 5 == 0) {
      world().read({at(phi, Region::owned)}, host);
      EXPECT_EQ(world().wrong({phi, 0}, Region::owned, host, iteration), 0);
    }
  }
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 10), 0);
  EXPECT_EQ(counters().to_device.transfers - before.to_device.transfers, 10);
  EXPECT_EQ(counters().to_device.payload_bytes - before.to_device.payload_bytes, 10 * strips(false));
  EXPECT_EQ(counters().to_host.transfers - before.to_host.transfers, 10 + 2);
  EXPECT_EQ(counters().to_host.payload_bytes - before.to_host.payload_bytes,
            10 * strips(true) + 2 * bytes(Region::owned));
}

TEST_F(Sync, OneRankThatIsNotPeriodicNeedsNothing) {
  world().write({at(phi, Region::owned)}, device, 1);
  calls.clear();
  world().sync({phi});
  EXPECT_THAT(calls, IsEmpty());
  EXPECT_TRUE(world().first().accelerator->tracker().validity().valid({phi, 0}, Region::ghosts, device));
}

TEST_F(Sync, OnePeriodicRankFillsImagesOnTheDevice) {
  options.domain.periodic = {true, true, true};
  world().write({at(phi, Region::owned), at(psi, Region::owned)}, device, 1);
  calls.clear();
  world().sync({phi, psi});
  EXPECT_THAT(calls, ElementsAre("copy_boxes")) << "all images of all variables in one call";
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
  EXPECT_EQ(counters().to_host, TransferCount{});
  EXPECT_EQ(counters().to_device, TransferCount{});
}

TEST_F(Sync, WhatIsValidAtBothPlacesIsPackedOnTheHost) {
  options.ranks = 2;
  world().write({at(phi, Region::owned)}, device, 1);
  world().read({at(phi, Region::owned)}, host);
  calls.clear();
  world().sync({phi});
  EXPECT_EQ(times(calls, "pre_sync"), 0);
  EXPECT_EQ(times(calls, "post_sync"), 2);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, host, 1), 0);
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, device, 1), 0);
}

TEST_F(Sync, OnlyWhatTheHostLacksComesFromTheDevice) {
  options.ranks = 2;
  world().write({at(phi, Region::interior)}, host, 1);
  world().write({at(phi, Region::boundary)}, device, 1);
  const Counters before = counters();
  world().sync({phi});
  EXPECT_EQ(counters().to_host.transfers - before.to_host.transfers, 1);
  EXPECT_LT(counters().to_host.payload_bytes - before.to_host.payload_bytes, strips(true) / 2)
      << "the rims of the strips";
  EXPECT_EQ(counters().to_device, before.to_device);
  EXPECT_EQ(world().wrong({phi, 0}, Region::ghosts, host, 1), 0);
}

TEST_F(Sync, AMissingSyncIsAnErrorOnOneRankAsOnTwo) {
  for (const int ranks : {1, 2}) {
    made.reset();
    options.ranks = ranks;
    world().write({at(phi, Region::owned)}, device, 1);
    EXPECT_THROW(world().read({at(phi, Region::everywhere)}, device), Error) << ranks;
  }
}

TEST_F(Sync, RandomDecompositionsGridsAndPlaces) {
  std::uint64_t state = 20261121;
  const auto upto = [&](int n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state >> 33) % static_cast<unsigned>(n));
  };
  for (int trial = 0; trial < 60; ++trial) {
    made.reset();
    options.domain = small_domain({upto(2) == 1, upto(2) == 1, upto(2) == 1}, 1 + upto(3));
    options.domain.dimension = 1 + upto(3);
    options.domain.cells = {12 + upto(9), 12 + upto(5), 12 + upto(4)};
    options.domain.centering = upto(2) == 0 ? Centering::vertex : Centering::cell;
    options.ranks = 1 + upto(4);
    const Place interior = upto(2), boundary = upto(2), other = upto(2);
    world().write({at(phi, Region::interior), at(count, Region::interior)}, interior, 1);
    world().write({at(phi, Region::boundary), at(count, Region::boundary)}, boundary, 1);
    world().write({at(rho, Region::owned), at(field, Region::owned)}, other, 1);
    if (upto(2) == 0) world().read({at(rho, Region::interior)}, 1 - other);
    world().sync({phi, rho, count, field});
    for (const int v : {phi, rho, count, field}) {
      const Place place = upto(2);
      world().read({at(v, Region::everywhere)}, place);
      ASSERT_EQ(world().wrong({v, 0}, Region::everywhere, place, 1), 0) << "trial " << trial << ", variable " << v;
    }
  }
}

} // namespace
} // namespace nopal::test
