// Tests accelerator.poison: invalid values can be recognised, and a routine that leaves one is reported.

#include "recorded.hpp"

#include "core/base/error.hpp"
#include "core/grid/pack.hpp"
#include "core/variables/poison_word.hpp"

#include <bit>
#include <cmath>
#include <random>

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(PoisonWord, SaysWhereItComesFromWhateverItsSign) {
  for (const PoisonKind kind : {PoisonKind::invalid, PoisonKind::unwritten})
    for (const Region region : {Region::interior, Region::boundary, Region::ghosts, Region::none})
      for (const bool on_device : {false, true})
        for (const int allocation : {-1, 0, 12345}) {
          const PoisonWord word{kind, region, on_device, allocation};
          const std::uint64_t bits = poison_bits(word);
          EXPECT_EQ(poison_word(bits), word);
          EXPECT_EQ(poison_word(bits ^ std::uint64_t{1} << 63), word);
          const double number = std::bit_cast<double>(bits);
          ASSERT_TRUE(std::isnan(number));
          EXPECT_EQ(poison_word(std::bit_cast<std::uint64_t>(number * 2.0 - 1.0)), word);
        }
}

TEST(PoisonWord, IsNoOtherNumber) {
  for (const double number : {0.0, -1.5, 1e308, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::signaling_NaN()})
    EXPECT_FALSE(is_poison(std::bit_cast<std::uint64_t>(number))) << number;
  EXPECT_FALSE(is_poison(0x7fffffffffffffff)) << "what NVIDIA's arithmetic makes of any NaN";
}

class Poisoned : public Recorded, public testing::WithParamInterface<const char*> {
protected:
  Poisoned() {
    options.settings.poison = true;
    if (GetParam() == std::string("none")) options.open = [] { return nullptr; };
    if (GetParam() == std::string("moves")) words = {"moves"};
  }
  Place there() const { return GetParam() == std::string("none") ? host : device; }

  /// Calls visit(bits) for each word of 8 bytes in the region of a slot at a place.
  template <class Visit> void each(World::Rank& rank, Slot slot, Region region, Place place, const Visit& visit) {
    const Layout& layout = rank.memory.layout(slot.variable);
    const std::size_t size = rank.memory.element_size(slot.variable);
    const bool gf = world().variables.group_of(slot.variable).kind == GroupKind::gf;
    std::vector<LaunchBox> boxes{{layout.box}};
    if (gf) boxes = launch_boxes(world().decomposition, rank.number, region);
    for (const LaunchBox& part : boxes) {
      std::vector<std::uint64_t> data(static_cast<std::size_t>(part.box.points()) * size / 8);
      auto* bytes = reinterpret_cast<std::byte*>(data.data());
      if (place == host) {
        pack_box(rank.memory.data(slot), layout, size, part.box, bytes);
      } else {
        const Strip strip{slot, part.box, 0};
        rank.device->pack_to_host({&strip, 1}, bytes, data.size() * 8);
      }
      for (std::size_t n = 0; n < data.size(); ++n) visit(data[n]);
    }
  }
  /// Returns the number of words that hold poison of this kind, in the region of the slot at the place.
  long poisoned(Slot slot, Region region, Place place, PoisonKind kind = PoisonKind::invalid) {
    long result = 0;
    each(world().first(), slot, region, place, [&](std::uint64_t bits) {
      const auto word = poison_word(bits);
      result += word && word->kind == kind;
    });
    return result;
  }
  long points(Region region) { return world().points(world().first(), region); }

  std::string error_after(const Routine& routine, Place place, const std::function<void()>& body) {
    world().first().hooks->pre_call_function(routine, place);
    body();
    try {
      world().first().hooks->post_call_function(routine, place);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  /// Sets one point of a slot at a place to the number.
  void put(Slot slot, const Index& point, Place place, double number) {
    const Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
    World::Rank& rank = world().first();
    const Layout& layout = rank.memory.layout(slot.variable);
    double words[2] = {number, 0};
    const auto* bytes = reinterpret_cast<const std::byte*>(words);
    const std::size_t size = rank.memory.element_size(slot.variable);
    if (place == host) {
      unpack_box(rank.memory.data(slot), layout, size, box, bytes);
    } else {
      const Strip strip{slot, box, 0};
      rank.device->wait(rank.device->unpack_from_host({&strip, 1}, bytes, size));
    }
  }
  double get(Slot slot, const Index& point, Place place) {
    const Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
    World::Rank& rank = world().first();
    double words[2] = {};
    auto* bytes = reinterpret_cast<std::byte*>(words);
    const std::size_t size = rank.memory.element_size(slot.variable);
    if (place == host) {
      pack_box(rank.memory.data(slot), rank.memory.layout(slot.variable), size, box, bytes);
    } else {
      const Strip strip{slot, box, 0};
      rank.device->pack_to_host({&strip, 1}, bytes, size);
    }
    return words[0];
  }
};
INSTANTIATE_TEST_SUITE_P(Devices, Poisoned, testing::Values("none", "copies", "moves"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Poisoned, NothingIsValidAtFirst) {
  for (const Slot slot : {Slot{phi, 0}, Slot{phi, 2}, Slot{rho, 0}, Slot{count, 1}})
    for (Place place = host; place <= there(); ++place)
      EXPECT_EQ(poisoned(slot, Region::everywhere, place), points(Region::everywhere)) << slot.variable << place;
  EXPECT_EQ(poisoned({field, 0}, Region::everywhere, host), 2 * points(Region::everywhere)) << "both parts";
  EXPECT_EQ(poisoned({energy, 0}, Region::interior, host), 1);
}

TEST_P(Poisoned, StorageThatBeginsIsFilled) {
  world().write({at(rho, Region::everywhere)}, host, 1);
  World::Rank& rank = world().first();
  rank.accelerator->storage_off({rho});
  rank.memory.release(rho);
  rank.memory.allocate(rho);
  rank.accelerator->storage_on({rho});
  EXPECT_EQ(poisoned({rho, 0}, Region::everywhere, host), points(Region::everywhere));
}

TEST_P(Poisoned, WhatIsOnlyWrittenIsFilledBefore) {
  world().write({at(phi, Region::everywhere), at(psi, Region::everywhere)}, there(), 1);
  const Routine r = routine("r", {at(phi, Region::boundary)}, {at(phi, Region::owned), at(psi, Region::ghosts)});
  world().first().hooks->pre_call_function(r, there());
  const auto unwritten = PoisonKind::unwritten;
  EXPECT_EQ(poisoned({phi, 0}, Region::everywhere, there(), unwritten), points(Region::interior));
  EXPECT_EQ(world().wrong({phi, 0}, Region::boundary | Region::ghosts, there(), 1), 0);
  EXPECT_EQ(poisoned({psi, 0}, Region::everywhere, there(), unwritten), points(Region::ghosts));
  EXPECT_EQ(world().wrong({psi, 0}, Region::owned, there(), 1), 0);
}

TEST_P(Poisoned, PointsLeftUnwrittenAreTold) {
  const std::string text = error_after(routine("r", {}, {at(phi, Region::owned)}), there(), [this] {
    world().fill(world().first(), {phi, 0}, Region::owned, there(), 1);
    const double unwritten = std::bit_cast<double>(poison_bits({PoisonKind::unwritten, Region::interior, false, 0}));
    for (long i = 3; i < 9; ++i)
      for (long j = 4; j < 6; ++j) put({phi, 0}, {i, j, 2}, there(), unwritten);
  });
  EXPECT_THAT(text, AllOf(HasSubstr("t.yaml:10:5: t::r on the " + place_text(there()) + ", iteration 0, declares that"),
                          HasSubstr("writes t::phi@0 (owned), but did not write 12 of " +
                                    std::to_string(points(Region::owned)) + " points, in [3:9, 4:6, 2:3]: (3, 4, 2), "),
                          HasSubstr("(3, 5, 2), (4, 5, 2), (5, 5, 2), (6, 5, 2), …; let it write all"),
                          HasSubstr("declare no more than `writes: [\"phi@0(boundary)\"]`"),
                          HasSubstr("declare `reads: [\"phi@0(owned)\"]`")));
}

TEST_P(Poisoned, ARoutineThatWritesNothingAtAllIsTold) {
  for (const int v : {count, field, energy, table}) {
    made.reset();
    const std::string text = error_after(routine("r", {}, {at(v, Region::interior)}), there(), [] {});
    const bool gf = v == count || v == field;
    const long all = gf ? points(Region::interior) : v == table ? 5 : 1;
    const std::string count = std::to_string(all) + " of " + std::to_string(all) + " points";
    EXPECT_THAT(text,
                AllOf(HasSubstr(world().variables.text({v, 0}) + (gf ? " (interior)," : ",")),
                      HasSubstr("did not write " + (v == energy ? "it;" : count)), Not(HasSubstr("no more than"))));
  }
}

TEST_P(Poisoned, ARoutineThatWritesAllIsNot) {
  const std::vector<Clause> all = {at(phi, Region::everywhere), at(count, Region::owned), at(field, Region::interior),
                                   at(energy, Region::interior), at(table, Region::interior)};
  world().write(all, there(), 1);
  world().write(all, host, 2);
  world().read({at(phi, Region::everywhere), at(count, Region::owned)}, there());
  EXPECT_EQ(world().wrong({phi, 0}, Region::everywhere, there(), 2), 0);
  EXPECT_EQ(world().wrong({count, 0}, Region::owned, there(), 2), 0);
}

TEST_P(Poisoned, WhatWasComputedFromStaleGhostsIsToldWithTheClauseToDeclare) {
  world().write({at(phi, Region::everywhere, 1)}, there(), 1);
  world().write({at(phi, Region::interior, 1)}, there(), 2);
  const Routine r = routine("r", {at(phi, Region::interior, 1)}, {at(psi, Region::interior)});
  const std::string text = error_after(r, there(), [this] {
    world().fill(world().first(), {psi, 0}, Region::interior, there(), 3);
    put({psi, 0}, {1, 2, 3}, there(), -0.5 * (get({phi, 1}, {0, 2, 3}, there()) + 1.0));
  });
  EXPECT_THAT(
      text,
      AllOf(
          HasSubstr("t.yaml:11:5: t::r on the " + place_text(there())),
          HasSubstr("wrote t::psi@0 (interior), but computed 1 of 1760 points from values that are not valid on the "),
          HasSubstr(", in [1:2, 2:3, 3:4]: (1, 2, 3); these values come from t::phi@1"),
          HasSubstr("these values come from t::phi@1 (boundary) on the " + place_text(there())),
          HasSubstr("invalidated by a write"),
          HasSubstr("it reads more than `reads: [\"phi@1(interior)\"]` says: declare `reads: "
                    "[\"phi@1(owned)\"]`")));
}

TEST_P(Poisoned, ATimelevelThatWasNotDeclaredIsNamedAfterTheCycle) {
  world().write({at(phi, Region::everywhere, 1)}, there(), 1);
  world().first().hooks->cycle();
  const std::string text = error_after(routine("r", {}, {at(psi, Region::interior)}), there(), [this] {
    world().fill(world().first(), {psi, 0}, Region::interior, there(), 3);
    put({psi, 0}, {4, 4, 4}, there(), get({phi, 1}, {4, 4, 4}, there()));
    put({psi, 0}, {5, 4, 4}, there(), get({phi, 2}, {5, 4, 4}, there()));
  });
  EXPECT_THAT(text, AllOf(HasSubstr("computed 1 of 1760 points from values that are not valid on the "),
                          HasSubstr("these values come from t::phi@1 (interior)"),
                          HasSubstr("it does not declare this read: declare `reads: [\"phi@1(interior)\"]`")));
}

TEST_P(Poisoned, WhatIsHandedOnIsTracedToWhereItBegan) {
  world().write({at(phi, Region::interior)}, there(), 1);
  put({phi, 0}, {4, 4, 4}, there(), get({phi, 0}, {0, 4, 4}, there()));
  const Routine r = routine("r", {at(phi, Region::owned - Region::boundary)}, {at(psi, Region::interior)});
  const std::string text = error_after(r, there(), [this] {
    world().fill(world().first(), {psi, 0}, Region::interior, there(), 3);
    put({psi, 0}, {4, 4, 4}, there(), get({phi, 0}, {4, 4, 4}, there()));
  });
  EXPECT_THAT(text, HasSubstr("these values come from t::phi@0 (boundary)"));
}

TEST_P(Poisoned, WithoutAKnownOriginNarrowReadsAreNamed) {
  world().write({at(phi, Region::interior, 1), at(rho, Region::everywhere)}, host, 1);
  const Routine r =
      routine("r", {at(phi, Region::interior, 1), at(rho, Region::everywhere)}, {at(energy, Region::interior)});
  const std::string text =
      error_after(r, host, [this] { put({energy, 0}, {0, 0, 0}, host, std::bit_cast<double>(poison_bits({}))); });
  EXPECT_THAT(text, HasSubstr("wrote t::energy@0, but computed it from values that are not valid on the host; "
                              "it reads more than it declares: widen the regions of `reads: "
                              "[\"phi@1(interior)\"]`"));
}

TEST_P(Poisoned, NothingCountsAsATransfer) {
  world().write({at(phi, Region::everywhere)}, there(), 1);
  world().write({at(phi, Region::interior)}, there(), 2);
  world().first().hooks->cycle();
  EXPECT_EQ(counters().to_device, TransferCount{});
  EXPECT_EQ(counters().to_host, TransferCount{});
}

/// Checks after each step of a random walk that valid points hold no poison and that all other points hold poison.
TEST_P(Poisoned, HoldsWhereverNothingIsValidAndNowhereElse) {
  std::mt19937 random{20261121};
  const auto upto = [&](int n) { return std::uniform_int_distribution<>(0, n - 1)(random); };
  options.ranks = 2;
  options.domain = small_domain({true, false, false});
  std::vector<Clause> all;
  for (const int v : {phi, psi}) all.push_back(at(v, Region::interior));
  options.routines = {routine("all", all, {})};
  long reads = 0, syncs = 0;
  for (int step = 0; step < 400; ++step) {
    const Place place = upto(there() + 1);
    std::vector<Clause> clauses(1 + upto(3));
    for (Clause& clause : clauses) clause = at(upto(2), static_cast<Region>(1 + upto(7)), upto(3));
    const Validity& validity = world().first().accelerator->tracker().validity();
    const auto readable = [&](Slot slot, Region region) { return covers(validity.valid_anywhere(slot), region); };
    switch (upto(6)) {
    case 0:
    case 1:
      world().write(clauses, place, step + 1);
      break;
    case 2: {
      std::erase_if(clauses, [&](const Clause& clause) { return !readable(clause.slot, clause.region); });
      world().read(clauses, place);
      reads += static_cast<long>(clauses.size());
      break;
    }
    case 3:
      if (!readable({phi, 0}, Region::owned)) break;
      world().sync({phi});
      ++syncs;
      break;
    case 4:
      world().each([](World::Rank& rank) { rank.hooks->copy_from_past({psi}); });
      break;
    default:
      world().each([](World::Rank& rank) { rank.hooks->cycle(); });
    }
    world().each([&](World::Rank& rank) {
      const Validity& state = rank.accelerator->tracker().validity();
      for (const int v : {phi, psi})
        for (int timelevel = 0; timelevel < 3; ++timelevel)
          for (Place p = host; p <= there(); ++p)
            for (const Region region : base_regions) {
              long clean = 0, spoilt = 0;
              each(rank, {v, timelevel}, region, p, [&](std::uint64_t bits) { ++(is_poison(bits) ? spoilt : clean); });
              const bool valid = state.valid({v, timelevel}, region, p);
              ASSERT_EQ(valid ? spoilt : clean, 0) << step << ' ' << rank.number << ' ' << state.index({v, timelevel})
                                                   << ' ' << to_string(region) << " on the " << place_text(p);
            }
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(reads, 20);
  EXPECT_GT(syncs, 5);
}

} // namespace
} // namespace nopal::test
