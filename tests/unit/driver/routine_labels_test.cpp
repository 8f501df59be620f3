#include "driver/sudden_end/routine_labels.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace nopal {
namespace {

Routine routine(const std::string& name, const std::string& bin) {
  Routine made;
  made.thorn = "heat";
  made.name = name;
  made.bin = bin;
  return made;
}

TEST(RoutineLabels, SurviveTheRoutines) {
  const std::string long_name(100, 'x');
  std::vector<Routine> routines{routine("step", "evol"), routine(long_name, "analysis")};
  const RoutineLabels labels(routines);
  // A stray write. Nothing reads these texts any more.
  for (Routine& each : routines) std::memset(each.name.data(), '?', each.name.size());
  EXPECT_STREQ(labels.of(routines.data()), "heat::step (evol, iteration ");
  EXPECT_EQ(std::string(labels.of(routines.data() + 1)), "heat::" + long_name + " (analysis, iteration ");
  const Routine other = routine("step", "evol");
  EXPECT_STREQ(labels.of(&other), "a routine (iteration ");
  EXPECT_STREQ(labels.of(nullptr), "a routine (iteration ");
}

TEST(RoutineLabels, OfNoRoutines) { EXPECT_STREQ(RoutineLabels({}).of(nullptr), "a routine (iteration "); }

} // namespace
} // namespace nopal
