// Tests temporaries on the device: they have storage there and nowhere else, and no copy of them travels.

#include "recorded.hpp"

#include "core/base/error.hpp"
#include "core/variables/poison_word.hpp"

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class Temporaries : public Recorded, public testing::WithParamInterface<const char*> {
protected:
  Temporaries() {
    if (GetParam() == std::string("moves")) words = {"moves"};
    options.routines = {smooth, stage_routine("laplacian", {at(phi, Region::everywhere, 1)})};
  }
  /// All words of lap on the device.
  std::vector<std::uint64_t> on_device() {
    World::Rank& rank = world().first();
    const Box& box = rank.memory.layout(lap).box;
    std::vector<std::uint64_t> words_of(static_cast<std::size_t>(box.points()));
    const Strip strip{{lap, 0}, box, 0};
    rank.device->pack_to_host({&strip, 1}, reinterpret_cast<std::byte*>(words_of.data()), words_of.size() * 8);
    return words_of;
  }
  void fill_on_device(std::uint64_t word) {
    World::Rank& rank = world().first();
    const SlotBox all{{lap, 0}, rank.memory.layout(lap).box};
    rank.device->poisoning()->fill({&all, 1}, word);
  }
  /// Runs the stencil. Its results hold the given number.
  void run(Place place, long number) {
    World::Rank& rank = world().first();
    rank.hooks->pre_call_function(smooth, place);
    for (const Clause& clause : smooth.writes) world().fill(rank, clause.slot, clause.region, place, number);
    rank.hooks->post_call_function(smooth, place);
  }

  const Routine smooth = stencil_routine("smooth", {at(phi, Region::everywhere, 1)}, {at(phi, Region::interior)});
};
INSTANTIATE_TEST_SUITE_P(Devices, Temporaries, testing::Values("copies", "moves"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(Temporaries, HaveStorageOnTheDeviceOnceAndNoneOnTheHost) {
  EXPECT_EQ(device_variables(sample_variables(), options.routines), (std::vector<int>{phi, lap}));
  auto* device = new RecordingDevice(open_device("checked", words), calls);
  options.open = [device] { return std::unique_ptr<Device>(device); };
  made = std::make_unique<World>(options);
  world().first().hooks->init();
  EXPECT_THAT(calls, Contains("create 7@0").Times(1));
  world().write({at(phi, Region::everywhere, 1)}, host, 1);
  run(nopal::test::device, 2);
  run(nopal::test::device, 3);
  EXPECT_THAT(calls, Contains("create 7@0").Times(1));
  EXPECT_EQ(world().first().memory.data({lap, 0}), nullptr);
}

TEST_P(Temporaries, AreCreatedByTheFirstCallIfTheRunDidNotKnowOfThem) {
  options.routines = {};
  world().write({at(phi, Region::everywhere, 1)}, host, 1);
  run(device, 2);
  EXPECT_THAT(calls, Contains("create 7@0").Times(1));
}

TEST_P(Temporaries, DoNotTravel) {
  world().write({at(phi, Region::everywhere, 1)}, host, 1);
  for (int call = 0; call < 3; ++call) {
    run(call == 1 ? host : device, 2 + call);
    world().read({at(phi, Region::interior)}, call == 1 ? device : host);
    world().first().hooks->cycle();
    world().write({at(phi, Region::everywhere, 1)}, device, 1);
  }
  for (const std::string& call : calls) EXPECT_THAT(call, testing::Not(HasSubstr("7@"))) << call;
  EXPECT_GT(counters().to_device.transfers, 0);
}

TEST_P(Temporaries, HoldPoisonBeforeEachCall) {
  world().write({at(phi, Region::everywhere, 1)}, device, 1);
  fill_on_device(0);
  world().first().hooks->pre_call_function(smooth, device);
  for (const std::uint64_t word : on_device()) ASSERT_TRUE(is_poison(word));
}

TEST_P(Temporaries, AreNamedIfAResultWasComputedFromPointsThatNoStageHasComputed) {
  options.settings.poison = true;
  world().write({at(phi, Region::everywhere, 1)}, device, 1);
  World::Rank& rank = world().first();
  rank.hooks->pre_call_function(smooth, device);
  world().fill(rank, {phi, 0}, Region::interior, device, 3);
  const std::uint64_t left = on_device().front();
  const Strip strip{{phi, 0}, {{3, 4, 5}, {4, 5, 6}}, 0};
  rank.device->wait(rank.device->unpack_from_host({&strip, 1}, reinterpret_cast<const std::byte*>(&left), 8));
  try {
    rank.hooks->post_call_function(smooth, device);
    FAIL() << "the poison was not found";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("computed 1 of 1760 points"), HasSubstr("these values come from t::lap@0"),
                      HasSubstr("a temporary, which no stage has computed there in this call"),
                      HasSubstr("`reads: [\"lap<-1:1>\"]`")));
  }
}

TEST_P(Temporaries, OnTheHostAreNoAffairOfTheAccelerator) {
  options.open = [] { return nullptr; };
  world().write({at(phi, Region::everywhere, 1)}, host, 1);
  run(host, 2);
  EXPECT_THAT(calls, IsEmpty());
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, host, 2), 0);
}

} // namespace
} // namespace nopal::test
