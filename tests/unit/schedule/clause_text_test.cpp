#include "core/schedule/clause_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace clause_text_test {

TEST(ClauseText, EntriesHaveTheirExtents) {
  Variables variables;
  Group group;
  group.thorn = "wave";
  group.name = "fields";
  group.timelevels = 2;
  variables.add_group(group, {"u"});
  const Extent extent{{-1, 0, -2}, {1, 0, 0}};
  const auto entry = [&](Slot slot, Region region, const std::optional<Extent>& read) {
    return entry_text(variables, "wave", slot, region, Access::read, read);
  };
  EXPECT_EQ(entry({0, 0}, Region::everywhere, {}), "reads: [u]");
  EXPECT_EQ(entry({0, 0}, Region::everywhere, Extent()), "reads: [\"u<0>\"]");
  EXPECT_EQ(entry({0, 1}, Region::everywhere, extent), "reads: [\"u@1<-1:1, 0, -2:0>\"]");
  EXPECT_EQ(entry({0, 1}, Region::owned, extent), "reads: [\"u@1<-1:1, 0, -2:0>(owned)\"]");
  EXPECT_EQ(entry_text(variables, "other", {0, 0}, Region::interior, Access::read, extent),
            "reads: [\"wave::u<-1:1, 0, -2:0>(interior)\"]");
}

} // namespace clause_text_test
} // namespace nopal
