#include "driver/storage/storage.hpp"

#include "core/base/error.hpp"
#include "driver/storage/pages.hpp"
#include "tests/support/group.hpp"
#include "tests/support/part_memory.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Returns test::a and test::b (three timelevels), test::c (complex), test::list (3 x 5) and test::single.
Variables some_variables() {
  Variables variables;
  variables.add_group(group("test::fields", GroupKind::gf, Type::real, 3), {"a", "b"});
  variables.add_group(group("test::complexes", GroupKind::gf, Type::complex), {"c"});
  variables.add_group(group("test::lists", GroupKind::array, Type::integer, 2, {3, 5, 1}), {"list"});
  variables.add_group(group("test::scalars", GroupKind::scalar), {"single"});
  return variables;
}

Decomposition decomposition(long cells) { return {Domain({.cells = {cells, cells, cells}}), 2}; }

/// Calls action(slot, memory) for each slot.
template <class Action> void for_each_slot(const Variables& variables, Storage& storage, const Action& action) {
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
      action(Slot{v, timelevel}, storage.data({v, timelevel}));
}

// A loop over all timelevels is slower by a quarter if their addresses are equal modulo a huge page.
TEST(Storage, TimelevelsOfALargeVariableStartAtDifferentPlacesInAPage) {
  constexpr std::uintptr_t page = 4096;
  const Variables variables = some_variables();
  Storage storage(variables, {variables, decomposition(100), 0});
  for (int v = 0; v < 2; ++v) {
    std::set<std::uintptr_t> places;
    for (int timelevel = 0; timelevel < 3; ++timelevel)
      places.insert(reinterpret_cast<std::uintptr_t>(storage.data({v, timelevel})) % page);
    EXPECT_EQ(places.size(), 3u) << variables.text({v, 0});
  }
}

TEST(Storage, SlotsAreAlignedWritableAndDisjoint) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 0});
  const auto mark = [](Slot slot) { return 16 * slot.variable + slot.timelevel; };
  for_each_slot(variables, storage, [&](Slot slot, std::byte* data) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 64, 0u);
    std::memset(data, mark(slot), storage.slot_bytes(slot));
  });
  for_each_slot(variables, storage, [&](Slot slot, const std::byte* data) {
    EXPECT_EQ(data[0], static_cast<std::byte>(mark(slot)));
    EXPECT_EQ(data[storage.slot_bytes(slot) - 1], static_cast<std::byte>(mark(slot)));
  });
}

TEST(Storage, SlotsMayLieOnPagesOfTheirOwn) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 0}, {}, SlotPages::own);
  std::set<std::uintptr_t> pages;
  std::size_t expected = 0;
  for_each_slot(variables, storage, [&](Slot slot, std::byte* data) {
    const auto start = reinterpret_cast<std::uintptr_t>(data);
    EXPECT_EQ(start % page_size(), 0u);
    std::memset(data, 1, storage.slot_bytes(slot));
    // Each allocation has pages without access before and after it.
    const std::size_t bytes = whole_pages(storage.slot_bytes(slot)) + 2 * page_size();
    for (std::size_t byte = 0; byte < bytes; byte += page_size()) pages.insert(start - page_size() + byte);
    expected += bytes / page_size();
  });
  EXPECT_EQ(pages.size(), expected) << "slots share pages";
  storage.release({0});
  storage.allocate({0});
  std::memset(storage.data({0, 0}), 1, storage.slot_bytes({0}));
}

TEST(Storage, LayoutsAreSharedByShape) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 1});
  EXPECT_EQ(&storage.layout(0), &storage.layout(2));
  EXPECT_EQ(storage.layout(0).box, d.stored(1));
  const Index first = d.interior(1).lower;
  EXPECT_EQ(storage.layout(0).index(first[0], first[1], first[2]) % 8, 0);
  EXPECT_EQ(storage.layout(3).box.points(), 15);
  EXPECT_EQ(storage.layout(4).size, 1);
}

TEST(Storage, EachPartHasSlotsOfItsOwn) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  const Spaces spaces(variables, d, 0, 2);
  Storage storage(variables, spaces);
  std::set<std::byte*> places;
  for (int v = 0; v < 3; ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
      for (int part = 0; part < 2; ++part) {
        places.insert(storage.data({v, timelevel, part}));
        std::memset(storage.data({v, timelevel, part}), 1, storage.slot_bytes({v, timelevel, part}));
      }
  EXPECT_EQ(places.size(), 14u);
  std::byte* const before[] = {storage.data({1, 2, 0}), storage.data({1, 2, 1})};
  storage.cycle(1);
  EXPECT_EQ(storage.data({1, 0, 0}), before[0]);
  EXPECT_EQ(storage.data({1, 0, 1}), before[1]);
  PartMemory second(storage, spaces, 1);
  EXPECT_EQ(second.data({1, 0}), before[1]);
  EXPECT_EQ(second.layout(1).box, d.stored(1));
  EXPECT_EQ(second.data({4, 0}), storage.data({4, 0})) << "scalars have one part";
  EXPECT_EQ(Storage::bytes(variables, spaces), Storage::bytes(variables, {variables, d, 0}) +
                                                   Storage::bytes(variables, {variables, d, 1}) - 2 * 15 * 8 - 8);
}

TEST(Storage, CycleRelabelsTheTimelevelsOfOneVariable) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 0});
  std::byte* const before[] = {storage.data({1, 0}), storage.data({1, 1}), storage.data({1, 2})};
  std::byte* const other = storage.data({0, 0});
  storage.cycle(1);
  EXPECT_EQ(storage.data({1, 1}), before[0]);
  EXPECT_EQ(storage.data({1, 2}), before[1]);
  EXPECT_EQ(storage.data({1, 0}), before[2]);
  EXPECT_EQ(storage.data({0, 0}), other);
}

TEST(Storage, RenameGivesTimelevelsTheMemoryOfOthersOnAllParts) {
  const Variables variables = some_variables();
  const Spaces spaces(variables, decomposition(20), 0, 2);
  Storage storage(variables, spaces);
  const int from[] = {1, 2, 0};
  std::byte* before[2][3];
  for (int part = 0; part < 2; ++part)
    for (int timelevel = 0; timelevel < 3; ++timelevel) before[part][timelevel] = storage.data({0, timelevel, part});
  std::byte* const other = storage.data({1, 0, 1});
  storage.rename(0, from);
  for (int part = 0; part < 2; ++part)
    for (int timelevel = 0; timelevel < 3; ++timelevel)
      EXPECT_EQ(storage.data({0, timelevel, part}), before[part][from[timelevel]]);
  EXPECT_EQ(storage.data({1, 0, 1}), other);
  storage.cycle(0);
  EXPECT_EQ(storage.data({0, 1, 1}), before[1][1]) << "what was renamed is cycled as usual";
  EXPECT_EQ(storage.data({0, 0, 0}), before[0][0]);
}

TEST(Storage, RenameAndCycleMayUndoEachOther) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 0});
  std::byte* const before[] = {storage.data({1, 0}), storage.data({1, 1}), storage.data({1, 2})};
  storage.cycle(1);
  storage.rename(1, std::array{1, 2, 0});
  for (int timelevel = 0; timelevel < 3; ++timelevel)
    EXPECT_EQ(storage.data({1, timelevel}), before[timelevel]) << timelevel;
}

TEST(Storage, BytesAreWhatItTakes) {
  const Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  Storage storage(variables, {variables, d, 0});
  const auto gf = static_cast<std::size_t>(storage.layout(0).size);
  EXPECT_EQ(Storage::bytes(variables, {variables, d, 0}), gf * (6 * 8 + 16) + 2 * 15 * 8 + 8);
}

TEST(Storage, TemporaryGroupsHaveNone) {
  Variables variables = some_variables();
  const Decomposition d = decomposition(20);
  const std::size_t before = Storage::bytes(variables, {variables, d, 0});
  Group work = group("test::work", GroupKind::gf, Type::real);
  work.temporary = true;
  const int temporary = variables.group(variables.add_group(work, {"work_a"})).variables.front();
  EXPECT_EQ(Storage::bytes(variables, {variables, d, 0}), before);
  Storage storage(variables, {variables, d, 0});
  EXPECT_EQ(storage.data({temporary}), nullptr);
  EXPECT_NE(storage.data({0}), nullptr);
}

TEST(Storage, RenewExchangesTheMemoryOfASlotAndItsSpare) {
  const Variables variables = some_variables();
  Storage storage(variables, {variables, decomposition(20), 0});
  const Slot slot{0};
  std::byte* const own = storage.data(slot);
  EXPECT_FALSE(storage.has_spare(slot));
  std::byte* const spare = storage.spare(slot);
  EXPECT_TRUE(storage.has_spare(slot));
  EXPECT_NE(spare, own);
  EXPECT_EQ(storage.spare(slot), spare);
  storage.renew(slot);
  EXPECT_EQ(storage.data(slot), spare);
  EXPECT_EQ(storage.spare(slot), own);
  storage.release_spares();
  EXPECT_FALSE(storage.has_spare(slot));
  EXPECT_EQ(storage.data(slot), spare);
}

TEST(Storage, BytesDoNotOverflow) {
  Variables variables;
  variables.add_group(group("test::fields", GroupKind::gf, Type::complex, 3000), {"a", "b"});
  EXPECT_EQ(Storage::bytes(variables, {variables, decomposition(1L << 17), 0}),
            std::numeric_limits<std::size_t>::max());
}

TEST(Storage, ArraysThatCannotBeStoredAreAnError) {
  Variables variables;
  variables.add_group(group("test::lists", GroupKind::array, Type::real, 1, {1L << 40, 1L << 40, 1}), {"list"});
  EXPECT_THROW(Spaces(variables, decomposition(20), 0), Error);
}

TEST(Storage, SaysWhatDoesNotFit) {
  const Variables variables = some_variables();
  try {
    const Storage storage(variables, {variables, decomposition(1L << 17), 0});
    FAIL() << "more memory than there are addresses was allocated";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("test::a@0"), HasSubstr("PiB"), HasSubstr("fewer cells")));
  }
}

} // namespace
} // namespace nopal::test
