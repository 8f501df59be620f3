#pragma once
// A World with the device `checked`. The calls of the device are recorded.

#include "tests/support/open_device.hpp"
#include "tests/support/recording_device.hpp"
#include "tests/support/world.hpp"

#include <gmock/gmock.h>

namespace nopal::test {

class Recorded : public testing::Test {
protected:
  WorldOptions options;
  std::vector<std::string> words; ///< options of the device
  bool spoils = true;             ///< true: regions that become invalid are filled with poison
  std::vector<std::string> calls; ///< the recorded calls of all ranks
  std::unique_ptr<World> made;

  Recorded() {
    options.domain = small_domain();
    options.domain.cells = {23, 9, 11}; // gives rows without padding, so that whole slots travel as pieces
    std::vector<Clause> all;
    for (const int v : {phi, psi, rho, count, field, energy, table}) all.push_back(at(v, Region::interior));
    options.routines = {routine("all", all, {})};
  }
  World& world() {
    if (!made) {
      if (!options.open)
        options.open = [this] {
          return std::make_unique<RecordingDevice>(open_device("checked", words), calls, spoils);
        };
      made = std::make_unique<World>(options);
      made->each([](World::Rank& rank) { rank.hooks->init(); });
      calls.clear();
    }
    return *made;
  }
  const Counters& counters() { return world().first().accelerator->counters(); }
  std::int64_t bytes(Region region, std::int64_t size = 8) { return world().points(world().first(), region) * size; }
};

constexpr Place host = host_place;
constexpr Place device = device_place;

} // namespace nopal::test
