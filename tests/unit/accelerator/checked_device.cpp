// Tests the Accelerator with the device `checked`: invalid memory holds poison, and requested faults happen.

#include "recorded.hpp"

#include <cmath>

namespace nopal::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Checked : public Recorded {
protected:
  /// Returns the number of points of a region that are NaN at a place.
  long spoilt(Slot slot, Region region, Place place) {
    World::Rank& rank = world().first();
    const Layout& layout = rank.memory.layout(slot.variable);
    std::vector<double> data(static_cast<std::size_t>(layout.size));
    auto* bytes = reinterpret_cast<std::byte*>(data.data());
    if (place == host) {
      std::memcpy(bytes, rank.memory.data(slot), data.size() * 8);
    } else {
      const Piece piece{slot, bytes, 0, layout.size};
      rank.device->copy_to_host({&piece, 1});
    }
    long result = 0;
    for (const LaunchBox& part : launch_boxes(world().decomposition, 0, region))
      for (long k = part.box.lower[2]; k < part.box.upper[2]; ++k)
        for (long j = part.box.lower[1]; j < part.box.upper[1]; ++j)
          for (long i = part.box.lower[0]; i < part.box.upper[0]; ++i)
            result += std::isnan(data[static_cast<std::size_t>(layout.index(i, j, k))]);
    return result;
  }
  long points(Region region) { return world().points(world().first(), region); }
};

TEST_F(Checked, WhatBecomesInvalidIsSpoiltAtEveryPlace) {
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::everywhere)}, device);
  EXPECT_EQ(spoilt({phi, 0}, Region::everywhere, device), 0);
  world().write({at(phi, Region::interior)}, device, 2);
  EXPECT_EQ(spoilt({phi, 0}, Region::interior, device), 0);
  EXPECT_EQ(spoilt({phi, 0}, Region::boundary, device), points(Region::boundary));
  EXPECT_EQ(spoilt({phi, 0}, Region::everywhere, host), points(Region::everywhere));
}

TEST_F(Checked, Timelevel0IsSpoiltByTheCycle) {
  world().write({at(phi, Region::everywhere), at(phi, Region::everywhere, 2)}, device, 1);
  world().first().hooks->cycle();
  EXPECT_EQ(spoilt({phi, 0}, Region::everywhere, device), points(Region::everywhere));
  EXPECT_EQ(world().wrong({phi, 1}, Region::everywhere, device, 1), 0);
}

TEST_F(Checked, APieceBringsNoStalePointsToLife) {
  options.domain.cells = {40, 40, 40};
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().write({at(phi, Region::interior)}, host, 2);
  world().fill(world().first(), {phi, 0}, Region::boundary, host, 1);
  world().read({at(phi, Region::interior)}, device);
  EXPECT_THAT(calls, testing::Contains("to_device 0@0"));
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, device, 2), 0);
  EXPECT_EQ(spoilt({phi, 0}, Region::boundary, device), points(Region::boundary));
}

TEST_F(Checked, FreshMemoryIsSpoilt) {
  world().first().hooks->require_invalid_data({at(rho, Region::interior)}, device);
  EXPECT_EQ(spoilt({rho, 0}, Region::everywhere, device), points(Region::everywhere));
}

TEST_F(Checked, StorageThatEndsIsSpoiltOnTheDevice) {
  world().write({at(phi, Region::everywhere)}, device, 1);
  world().first().accelerator->storage_off({phi});
  EXPECT_EQ(spoilt({phi, 0}, Region::everywhere, device), points(Region::everywhere));
}

TEST_F(Checked, FaultsComeAtTheCallAskedFor) {
  words = {"fault:copy_to_device=2"};
  world().write({at(phi, Region::everywhere), at(psi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::everywhere)}, device);
  EXPECT_THAT([this] { world().read({at(psi, Region::everywhere)}, device); },
              ThrowsMessage<Error>(HasSubstr("injected fault in call 2 of copy_to_device")));
}

TEST_F(Checked, FunctionsOfWindowsFailAtTheCallAskedFor) {
  const auto device = open_device("checked", {"fault:send_to_host=2", "fault:move_windows=1"});
  EXPECT_EQ(device->windows()->send_to_host({}), 1U);
  EXPECT_THAT([&] { device->windows()->send_to_host({}); },
              ThrowsMessage<Error>(HasSubstr("injected fault in call 2 of send_to_host")));
  EXPECT_THAT([&] { device->windows()->move_windows({}); },
              ThrowsMessage<Error>(HasSubstr("injected fault in call 1 of move_windows")));
  EXPECT_EQ(open_device("checked", {"moves"})->windows(), nullptr) << "a slot that moves moves as a whole";
}

TEST_F(Checked, OptionsAreChecked) {
  for (const auto& [word, message] : {std::pair("mover", "unknown option \"mover\""),
                                      std::pair("fault:copy=1", "the device has no function \"copy\""),
                                      std::pair("fault:launch=0", "expected fault:<function>=<n>"),
                                      std::pair("fault:launch", "expected fault:<function>=<n>")})
    EXPECT_THAT([word = word] { open_device("checked", {word}); }, ThrowsMessage<Error>(HasSubstr(message))) << word;
}

TEST_F(Checked, MisuseIsAnError) {
  const auto device = open_device("checked");
  const Layout layout = array_layout({10, 1, 1});
  const SlotStorage storage{{0, 0}, layout, 8};
  device->create_variables({&storage, 1});
  EXPECT_THROW(device->create_variables({&storage, 1}), Error) << "exactly once a slot";
  std::vector<std::byte> data(200);
  Ticket ticket = 0;
  const Piece outside{{0, 0}, data.data(), 5, 6};
  EXPECT_THROW(device->copy_to_device({&outside, 1}, ticket), Error);
  EXPECT_THROW(device->windows()->send_to_host({&outside, 1}), Error);
  const SlotStorage larger{{0, 0}, array_layout({11, 1, 1}), 8}, smaller{{0, 0}, array_layout({4, 1, 1}), 8};
  EXPECT_THAT([&] { device->windows()->move_windows({&larger, 1}); },
              ThrowsMessage<Error>(HasSubstr("needs 88 bytes, but its storage has 80")));
  const Piece all{{0, 0}, data.data(), 0, 10};
  device->windows()->move_windows({&smaller, 1});
  EXPECT_THROW(device->windows()->send_to_host({&all, 1}), Error) << "the window has 4 elements";
  device->windows()->move_windows({&storage, 1});
  device->wait(device->windows()->send_to_host({&all, 1}));
  const Piece unknown{{1, 0}, data.data(), 0, 1};
  EXPECT_THROW(device->windows()->send_to_host({&unknown, 1}), Error);
  EXPECT_THROW(device->copy_to_host({&unknown, 1}), Error);
  const Strip beyond{{0, 0}, {{8, 0, 0}, {11, 1, 1}}, 0};
  EXPECT_THROW(device->pack_to_host({&beyond, 1}, data.data(), data.size()), Error);
  const Strip too_long{{0, 0}, {{0, 0, 0}, {4, 1, 1}}, 176};
  EXPECT_THROW(device->unpack_from_host({&too_long, 1}, data.data(), data.size()), Error);
  EXPECT_THROW(device->launch({}), Error);
  EXPECT_THROW(device->wait(99), Error);
  const int variables[] = {4};
  EXPECT_THROW(device->cycle_timelevels(variables), Error);
}

} // namespace
} // namespace nopal::test
