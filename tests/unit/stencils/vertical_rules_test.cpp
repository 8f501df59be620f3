#include "core/stencils/vertical_rules.hpp"

#include "vertical_random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace nopal {
namespace {

using testing::ElementsAre;

const VerticalAxis axis_with_cloud({"cloud"});

std::vector<std::string> errors_of(const std::vector<const char*>& texts) {
  StageIntervals intervals;
  for (const char* text : texts) intervals.push_back(axis_with_cloud.parse_interval(text));
  return check_intervals(axis_with_cloud, intervals).messages();
}

TEST(Vertical, GoodListsHaveNoErrors) {
  EXPECT_THAT(errors_of({"bottom+1", "bottom+2 : top-1"}), ElementsAre());
  EXPECT_THAT(errors_of({"cloud+1 : top-1", "bottom+1 : cloud-1"}), ElementsAre());
  EXPECT_THAT(errors_of({"bottom+2 : cloud-2"}), ElementsAre());
  EXPECT_THAT(errors_of({}), ElementsAre());
}

TEST(Vertical, OverlapsAreErrors) {
  EXPECT_THAT(
      errors_of({"cloud-1 : top-1", "bottom+1 : cloud+1"}),
      ElementsAre("\"bottom+1 : cloud+1\" and \"cloud-1 : top-1\" overlap, because both contain \"cloud-1 : cloud+1\": "
                  "let \"bottom+1 : cloud+1\" end at \"cloud-2\", or let \"cloud-1 : top-1\" begin at \"cloud+2\""));
  EXPECT_THAT(
      errors_of({"bottom+1 : bottom+2", "bottom+2 : top-1"}),
      ElementsAre("\"bottom+1 : bottom+2\" and \"bottom+2 : top-1\" overlap, because both contain \"bottom+2\": let "
                  "\"bottom+1 : bottom+2\" end at \"bottom+1\""));
  EXPECT_THAT(
      errors_of({"bottom+1", "bottom+1"}),
      ElementsAre("\"bottom+1\" and \"bottom+1\" overlap, because both contain \"bottom+1\": remove one of them"));
  EXPECT_EQ(errors_of({"bottom+1 : top-1", "bottom+1", "cloud+1", "cloud+2 : top-1"}).size(), 3u);
}

TEST(Vertical, GapsAreErrors) {
  EXPECT_THAT(
      errors_of({"bottom+1", "cloud+1 : top-1"}),
      ElementsAre(
          "there is a gap between \"bottom+1\" and \"cloud+1 : top-1\", because no interval contains \"bottom+2 : "
          "cloud-1\": let \"bottom+1\" end at \"cloud-1\", or let \"cloud+1 : top-1\" begin at "
          "\"bottom+2\", or add an interval for \"bottom+2 : cloud-1\""));
  EXPECT_THAT(
      errors_of({"bottom+1 : bottom+2", "cloud+1"}),
      ElementsAre(
          "there is a gap between \"bottom+1 : bottom+2\" and \"cloud+1\", because no interval contains \"bottom+3 "
          ": cloud-1\": let \"bottom+1 : bottom+2\" end at \"cloud-1\""));
  EXPECT_THAT(
      errors_of({"bottom+1 : bottom+2", "top-2 : top-1"}),
      ElementsAre("there is a gap between \"bottom+1 : bottom+2\" and \"top-2 : top-1\", because no interval contains "
                  "\"bottom+3 : top-3\": change both, so that no vertical level lies between them and both ends "
                  "are at an offset from -2 to 2"));
  // An interval that another one contains hides no gap, and makes none.
  EXPECT_EQ(errors_of({"bottom+1 : cloud+1", "cloud-1", "cloud+2 : top-1"}).size(), 1u);
  EXPECT_EQ(errors_of({"bottom+1", "bottom+2", "cloud+1", "top-1"}).size(), 2u);
}

TEST(Vertical, OutermostOffsetsAreNoEnds) {
  EXPECT_THAT(
      errors_of({"bottom+3 : cloud-3"}),
      ElementsAre("\"bottom+3 : cloud-3\" begins at the outermost offset 3: let it begin at an offset from -2 to 2",
                  "\"bottom+3 : cloud-3\" ends at the outermost offset -3: let it end at an offset from -2 to 2"));
  EXPECT_THAT(errors_of({"cloud+3"}),
              ElementsAre("\"cloud+3\" begins at the outermost offset 3: let it begin at an offset from -2 to 2"));
}

TEST(Vertical, LevelsOutsideOfTheAxisAreNoEnds) {
  EXPECT_THAT(errors_of({"bottom-1 : cloud-1", "cloud+1 : top+3"}),
              ElementsAre("\"bottom-1 : cloud-1\" begins below the axis: let it begin at \"bottom+1\" or above",
                          "\"cloud+1 : top+3\" ends above the axis: let it end at \"top-1\" or below"));
}

TEST(Vertical, AllErrorsOfAListAreReported) {
  const StageIntervals intervals{
      {{0, 0}, {1, 5}}, {{2, -1}, {0, 2}}, {{0, 3}, {1, 1}}, {{1, 1}, {2, 0}}, {{2, -4}, {2, -4}}};
  EXPECT_THAT(
      check_intervals(axis_with_cloud, intervals).messages(),
      ElementsAre(
          "\"bottom+0\" is no point, because a splitter lies between two points: write \"bottom+1\" for the "
          "point after it",
          "\"cloud+5\" is too far from its splitter, because the largest offset is 3: begin and end intervals at "
          "an offset from -2 to 2",
          "\"top-1 : bottom+2\" ends below its beginning: write \"bottom+2 : top-1\"",
          "\"bottom+3 : cloud+1\" begins at the outermost offset 3: let it begin at an offset from -2 to 2",
          "\"top+0\" is no point, because a splitter lies between two points: write \"top-1\" for the point "
          "before it",
          "\"top-4\" is too far from its splitter, because the largest offset is 3: begin and end intervals at an "
          "offset from -2 to 2"));
}

/// Whether the list follows the rules, from their definition: it counts the intervals that contain each level.
bool follows_rules(const VerticalAxis& axis, const StageIntervals& intervals) {
  std::vector<int> counts(axis.count(), 0);
  int lowest = axis.count(), highest = -1;
  for (const auto& [first, last] : intervals) {
    for (const VerticalLevel& level : {first, last}) {
      if (level.offset == 0 || std::abs(level.offset) >= axis.limit()) return false;
      if (axis.index(level) < axis.limit() || axis.index(level) >= axis.count() - axis.limit()) return false;
    }
    if (axis.index(first) > axis.index(last)) return false;
    for (int index = axis.index(first); index <= axis.index(last); ++index) ++counts[index];
    lowest = std::min(lowest, axis.index(first)), highest = std::max(highest, axis.index(last));
  }
  for (int index = lowest; index <= highest; ++index)
    if (counts[index] != 1) return false;
  return true;
}

TEST(Vertical, ErrorsAreFoundWhereTheDefinitionFindsThem) {
  test::RandomVertical random(5);
  int good = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const VerticalAxis axis = random.axis();
    StageIntervals intervals = random.intervals(axis);
    if (random.draw(0, 2) > 0) {
      VerticalInterval& changed = intervals[random.draw(0, static_cast<int>(intervals.size()) - 1)];
      VerticalLevel& level = random.draw(0, 1) == 0 ? changed.first : changed.last;
      level.offset += random.draw(-1, 1);
      level.splitter = std::clamp(level.splitter + random.draw(-1, 1), 0, axis.top());
    }
    const bool expected = follows_rules(axis, intervals);
    good += expected ? 1 : 0;
    ASSERT_EQ(check_intervals(axis, intervals).empty(), expected);
  }
  EXPECT_GT(good, 1000);
  EXPECT_LT(good, 4000);
}

/// Does what one advice in the error of two intervals says.
StageIntervals advised(const VerticalAxis& axis, StageIntervals intervals, const std::string& advice) {
  std::vector<std::string> quoted;
  for (size_t end = 0, begin = 0; (begin = advice.find('"', end)) != std::string::npos; end = end + 1) {
    end = advice.find('"', begin + 1);
    quoted.push_back(advice.substr(begin + 1, end - begin - 1));
  }
  if (advice.starts_with("add")) intervals.push_back(axis.parse_interval(quoted[0]));
  if (advice.starts_with("remove")) intervals.pop_back();
  for (VerticalInterval& interval : intervals)
    if (advice.starts_with("let") && axis.text(interval) == quoted[0])
      (advice.find(" end at ") != std::string::npos ? interval.last : interval.first) = axis.parse_level(quoted[1]);
  return intervals;
}

TEST(Vertical, EachAdviceOnTwoIntervalsMendsTheList) {
  test::RandomVertical random(17);
  std::map<std::string, int> tried;
  for (int trial = 0; trial < 5000; ++trial) {
    const VerticalAxis axis = random.axis();
    const StageIntervals intervals{random.intervals(axis).front(), random.intervals(axis).front()};
    const auto errors = check_intervals(axis, intervals).messages();
    if (errors.empty()) continue;
    ASSERT_EQ(errors.size(), 1u);
    const auto colon = errors[0].rfind("\": ") + 3;
    for (auto begin = colon; begin != std::string::npos;) {
      const auto comma = errors[0].find(", or ", begin);
      const std::string advice = errors[0].substr(begin, comma - begin);
      begin = comma == std::string::npos ? comma : comma + 5;
      ++tried[advice.substr(0, advice.find(' '))];
      if (advice.starts_with("change both")) continue;
      ASSERT_TRUE(check_intervals(axis, advised(axis, intervals, advice)).empty()) << errors[0];
    }
  }
  EXPECT_EQ(tried.size(), 4u); // add, change, let, remove
}

TEST(Vertical, SplittersAreInTheirOrder) {
  const VerticalAxis axis({"cloud", "ice"});
  const auto errors = [&](const std::vector<long>& positions) { return check_positions(axis, positions).messages(); };
  EXPECT_THAT(errors({0, 0, 10, 10}), ElementsAre());
  EXPECT_THAT(errors({4, 4, 4, 4}), ElementsAre());
  EXPECT_THAT(errors({2, 14, 14, 12}),
              ElementsAre("the splitter \"ice\" must not lie above the splitter \"top\", but there are 12 points below "
                          "\"ice\" and 10 below \"top\": let there be at most 10 points below \"ice\""));
  EXPECT_THAT(
      errors({0, 3, 1, 10}),
      ElementsAre("the splitter \"cloud\" must not lie above the splitter \"ice\", but there are 3 points below "
                  "\"cloud\" and 1 below \"ice\": let there be at most 1 point below \"cloud\", or at least 3 "
                  "points below \"ice\""));
  EXPECT_THAT(
      errors({0, -2, 11, 10}),
      ElementsAre("the splitter \"bottom\" must not lie above the splitter \"cloud\", but there are 0 points below "
                  "\"bottom\" and -2 below \"cloud\": let there be at least 0 points below \"cloud\"",
                  "the splitter \"ice\" must not lie above the splitter \"top\", but there are 11 points below "
                  "\"ice\" and 10 below \"top\": let there be at most 10 points below \"ice\""));
}

TEST(Vertical, IntervalsThatNeedMorePointsAreErrors) {
  const auto errors = [&](const std::vector<const char*>& texts, const std::vector<long>& positions) {
    StageIntervals intervals;
    for (const char* text : texts) intervals.push_back(axis_with_cloud.parse_interval(text));
    return check_room(axis_with_cloud, intervals, positions).messages();
  };
  const std::vector<const char*> three{"bottom+1", "bottom+2 : top-2", "top-1"};
  EXPECT_THAT(errors(three, {0, 1, 2}), ElementsAre());
  EXPECT_THAT(
      errors(three, {5, 5, 6}),
      ElementsAre("\"bottom+2 : top-2\" needs at least 2 points between \"bottom\" and \"top\", and there is 1: let "
                  "the grid have more points along k"));
  EXPECT_THAT(
      errors({"bottom+1", "bottom+2 : cloud-1", "cloud+1 : top-1"}, {0, 0, 5}),
      ElementsAre("\"bottom+2 : cloud-1\" needs at least 1 point between \"bottom\" and \"cloud\", and there are 0: "
                  "move the splitter \"cloud\""));
  EXPECT_THAT(
      errors({"cloud-2 : cloud+1"}, {0, 1, 1}),
      ElementsAre("\"cloud-2 : cloud+1\" needs at least 2 points between \"bottom\" and \"cloud\", and there is 1: "
                  "move the splitter \"cloud\"",
                  "\"cloud-2 : cloud+1\" needs at least 1 point between \"cloud\" and \"top\", and there are 0: move "
                  "the splitter \"cloud\""));
  EXPECT_THAT(errors({"bottom+1 : cloud-1", "cloud+1 : top-1"}, {0, 0, 0}), ElementsAre());
}

/// Whether each point between "bottom" and "top" is in one interval, or below all of them, or above all of them, and no
/// other point is in any of these parts.
bool has_room(const StageIntervals& intervals, const std::vector<long>& positions) {
  const long bottom = positions.front(), top = positions.back();
  const auto [lowest, highest] = std::minmax_element(intervals.begin(), intervals.end());
  std::vector<VerticalRange> parts{{bottom, k_of(lowest->first, positions)}, {k_of(highest->last, positions) + 1, top}};
  for (const auto& [first, last] : intervals) parts.push_back({k_of(first, positions), k_of(last, positions) + 1});
  for (long k = bottom - 10; k < top + 10; ++k) {
    int found = 0;
    for (const VerticalRange& part : parts) found += part.lower <= k && k < part.upper ? 1 : 0;
    if (found != (bottom <= k && k < top ? 1 : 0)) return false;
  }
  return true;
}

TEST(Vertical, RoomIsFoundWhereEachPointIsInOneInterval) {
  test::RandomVertical random(3);
  int roomy = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const VerticalAxis axis = random.axis();
    const StageIntervals intervals = random.intervals(axis);
    const std::vector<long> positions = random.positions(axis, random.draw(0, 5));
    const bool expected = has_room(intervals, positions);
    roomy += expected ? 1 : 0;
    ASSERT_EQ(check_room(axis, intervals, positions).empty(), expected);
  }
  EXPECT_GT(roomy, 1000);
  EXPECT_LT(roomy, 4000);
}

TEST(Vertical, TheNumberOfPointsInAnErrorIsJustEnough) {
  test::RandomVertical random(23);
  int found = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const VerticalAxis axis = random.axis();
    const StageIntervals intervals = random.intervals(axis);
    std::vector<long> positions = random.positions(axis, 1);
    const auto first_error = [&] {
      const ErrorList errors = check_room(axis, intervals, positions);
      return errors.empty() ? std::string() : errors.messages().front();
    };
    // Moves "top" up until no interval needs more points, or until the error is about points below another splitter.
    for (std::string error; !(error = first_error()).empty(); ++found) {
      const auto after = [&](const char* words) { return error.substr(error.find(words) + std::string(words).size()); };
      const std::string below = after(" between \"");
      const auto named = std::find(axis.splitters().begin(), axis.splitters().end(), below.substr(0, below.find('"')));
      if (!after(" and \"").starts_with("top\"")) break;
      positions.back() = positions[named - axis.splitters().begin()] + std::stol(after(" at least ")) - 1;
      ASSERT_EQ(first_error().substr(0, error.find(", and there")), error.substr(0, error.find(", and there")));
      ++positions.back();
      ASSERT_NE(first_error().substr(0, error.find(", and there")), error.substr(0, error.find(", and there")));
    }
  }
  EXPECT_GT(found, 200);
}

} // namespace
} // namespace nopal
