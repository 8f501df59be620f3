#include "driver/setup/memory.hpp"

#include "tests/support/group.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

Decomposition two_ranks() {
  return {Domain(DomainSpec{.dimension = 1, .cells = {99, 1, 1}}), 2}; // 100 points
}

TEST(Memory, CountsEverySlotOfEveryGroup) {
  Variables variables;
  variables.add_group(test::group("a::fields", GroupKind::gf, Type::real, 3), {"u", "v"});
  variables.add_group(test::group("a::numbers", GroupKind::scalar, Type::complex, 1), {"c"});
  variables.add_group(test::group("a::table", GroupKind::array, Type::real, 1, {5, 1, 1}), {"t"});
  const MemoryEstimate estimate = estimate_memory(variables, {{0}, {0}}, false, two_ranks(), 0);
  ASSERT_EQ(estimate.groups.size(), 3u);
  EXPECT_EQ(estimate.groups[0].name, "a::fields");
  EXPECT_EQ(estimate.groups[0].slots, 6);
  // The rank owns 50 points and has one ghost. Rows are padded to a multiple of 8 elements after the lead.
  EXPECT_GE(estimate.groups[0].bytes, 6u * 51 * 8);
  EXPECT_LE(estimate.groups[0].bytes, 6u * 64 * 8);
  EXPECT_EQ(estimate.groups[1].bytes, 16u);
  EXPECT_EQ(estimate.groups[2].bytes, 40u);
  EXPECT_EQ(estimate.exchange, 2u * 8);
  EXPECT_EQ(estimate.host, estimate.groups[0].bytes + 16 + 40 + 16);
  // The device receives in two buffers, which it uses in turn.
  EXPECT_EQ(estimate.device, estimate.groups[0].bytes / 2 + 24);
  EXPECT_EQ(estimate.largest_variable, "a::u");
  EXPECT_EQ(estimate.largest_slot, estimate.groups[0].bytes / 6);
}

TEST(Memory, CountsWhatTheDeviceAddsReductionsIn) {
  Variables variables;
  variables.add_group(test::group("a::fields", GroupKind::gf, Type::real, 1), {"u"});
  const auto device = [&](bool reduced, bool gpu) {
    const VariableUse use{{}, {0}, reduced ? std::vector<int>{0} : std::vector<int>{}};
    return estimate_memory(variables, use, gpu, two_ranks(), 0).device;
  };
  // For 51 points a CPU fills one column, a GPU four. Both need one more column for their sum.
  EXPECT_EQ(device(true, false) - device(false, false), 2u * 217 * 8);
  EXPECT_EQ(device(true, true) - device(false, true), 5u * 217 * 8);
}

TEST(Memory, TemporariesTakeABufferInEachThreadAndNoSlotOnTheHost) {
  Variables variables;
  variables.add_group(test::group("a::fields", GroupKind::gf), {"u"});
  Group work = test::group("a::work", GroupKind::gf);
  work.temporary = true;
  variables.add_group(work, {"v", "w"});
  const MemoryEstimate without = estimate_memory(variables, {{}, {}}, false, two_ranks(), 0);
  ASSERT_EQ(without.groups.size(), 1u);
  EXPECT_EQ(without.host, without.groups[0].bytes);
  const MemoryEstimate estimate = estimate_memory(variables, {{}, {}}, false, two_ranks(), 0, {{"a::s", 2048, 3}});
  EXPECT_EQ(estimate.host, without.host + 3 * 2048);
  EXPECT_THAT(memory_summary(estimate, false),
              testing::HasSubstr("\n  stencil a::s: 3 threads x 2.0 KiB of temporaries"));
  // A device has storage of the grid's size for them.
  EXPECT_EQ(estimate_memory(variables, {{}, {0, 1, 2}}, false, two_ranks(), 0).device, 3 * without.host);
}

TEST(Memory, CountsOnlyWhatIsTouched) {
  Variables variables;
  variables.add_group(test::group("a::fields", GroupKind::gf, Type::real, 2), {"u", "v"});
  variables.add_group(test::group("a::errors", GroupKind::gf), {"w"});
  const MemoryEstimate all = estimate_memory(variables, {{}, {}}, false, two_ranks(), 0);
  VariableUse use;
  use.untouched = {1, 2};
  MemoryEstimate estimate = estimate_memory(variables, use, false, two_ranks(), 0);
  EXPECT_EQ(estimate.groups[0].bytes, all.groups[0].bytes / 2);
  EXPECT_EQ(estimate.groups[0].slots, 2);
  EXPECT_EQ(estimate.groups[0].reserved, all.groups[0].bytes / 2);
  EXPECT_EQ(estimate.groups[1].bytes, 0u);
  EXPECT_EQ(estimate.host, all.groups[0].bytes / 2);
  add_thorns(estimate, {{"output, copies", 1 << 20}});
  EXPECT_EQ(estimate.host, all.groups[0].bytes / 2 + (1 << 20));
  const std::string text = memory_summary(estimate, false);
  EXPECT_THAT(text, testing::ContainsRegex("\n  a::fields: [^\n]* \\(2 slots\\), [^\n]* reserved, not touched\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  a::errors: [^\n,]* reserved, not touched$"));
  EXPECT_THAT(thorn_memory_summary(estimate, false), testing::EndsWith("\n  output, copies: 1.0 MiB"));
}

TEST(Memory, TheSummaryNamesTheGroups) {
  Variables variables;
  variables.add_group(test::group("a::fields", GroupKind::gf, Type::real, 2), {"u"});
  const std::string text = memory_summary(estimate_memory(variables, {{}, {0}}, false, two_ranks(), 0), true);
  EXPECT_THAT(text, testing::HasSubstr("on the device"));
  EXPECT_THAT(text, testing::HasSubstr("a::fields: "));
  EXPECT_THAT(text, testing::HasSubstr("(2 slots)"));
}

} // namespace
} // namespace nopal
