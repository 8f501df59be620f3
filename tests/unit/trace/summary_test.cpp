#include "core/trace/summary.hpp"
#include "tests/support/sample.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace summary_test {

using ::testing::ElementsAre;

constexpr std::int64_t second = 1'000'000'000;

/// The timeline of one rank: a device routine with its kernel, a sync of two variables, a function on the host, a wait.
class Summary : public ::testing::Test {
protected:
  std::size_t add(SpanKind kind, Track track, const std::string& name, double begin, double end,
                  const std::string& by = "") {
    Span span;
    span.kind = kind;
    span.track = track;
    span.name = timeline.intern(name);
    if (!by.empty()) span.by = timeline.intern(by);
    span.begin = static_cast<std::int64_t>(begin * second);
    span.end = static_cast<std::int64_t>(end * second);
    span.timed_by_device = true;
    return timeline.add(span);
  }
  void SetUp() override {
    timeline.span(add(SpanKind::routine, Track::host, "t::r", 0, 1)).on_device = true;
    add(SpanKind::kernel, Track::device, "t::r", 0.5, 4, "t::r");
    const std::size_t copy = add(SpanKind::copy, Track::to_host, "strips", 3, 7, "t::r");
    timeline.span(copy).cause = CauseKind::sync;
    timeline.add_part(copy, {phi, 0}, 300);
    timeline.add_part(copy, {psi, 0}, 100);
    timeline.add_part(copy, {phi, 0}, 400);
    add(SpanKind::output, Track::host, "t::out", 4, 9);
    add(SpanKind::function, Track::host, "t::out", 5, 9);
    add(SpanKind::wait, Track::host, "messages", 5.5, 6.5, "t::out");
  }
  Timeline timeline;
};

TEST_F(Summary, AddsUpWorkCopiesAndWaits) {
  const TraceSummary summary = summarise(timeline, sample_variables());
  const auto& r = summary.routines.at({"t::r", "device"});
  EXPECT_EQ(r.calls, 1);
  EXPECT_EQ(r.host, second);
  EXPECT_EQ(r.device, 7 * second / 2);
  EXPECT_EQ(summary.routines.at({"t::out", "host"}).host, 5 * second);
  const auto& copies = summary.copies.at({"sync t::r", "t::phi"});
  EXPECT_EQ(copies.to_host, 1);
  EXPECT_EQ(copies.to_host_bytes, 700);
  EXPECT_EQ(copies.to_device, 0);
  EXPECT_EQ(copies.time, 4 * second * 7 / 8);
  EXPECT_EQ(summary.copies.at({"sync t::r", "t::psi"}).to_host_bytes, 100);
  EXPECT_EQ(summary.waits.at("messages, t::out").time, second);
  EXPECT_FALSE(summary.host_clock);
}

TEST_F(Summary, OverlapIsUnderKernelsAndWorkOfTheHostButNotUnderWaits) {
  const TraceSummary summary = summarise(timeline, sample_variables());
  EXPECT_EQ(summary.copy_time, 4 * second);
  // The copy runs at the same time as the kernel from 3 to 4, and as the function from 5 to 5.5 and from 6.5 to 7.
  EXPECT_EQ(summary.hidden_copy_time, 2 * second);
}

TEST_F(Summary, TravelsAsTextAndAddsUpOverRanks) {
  const TraceSummary one = summarise(timeline, sample_variables());
  TraceSummary sum;
  nopal::add(sum, encode(one));
  EXPECT_EQ(encode(sum), encode(one));
  nopal::add(sum, encode(one));
  EXPECT_EQ(sum.routines.at({"t::r", "device"}).calls, 2);
  EXPECT_EQ(sum.copies.at({"sync t::r", "t::phi"}).to_host_bytes, 1400);
  EXPECT_EQ(sum.waits.at("messages, t::out").count, 2);
  EXPECT_EQ(sum.hidden_copy_time, 4 * second);
}

TEST_F(Summary, IsATable) {
  EXPECT_THAT(summary_lines(summarise(timeline, sample_variables()), 1),
              ElementsAre("trace:",                                                          //
                          "  routine  place   calls  host s  device s",                      //
                          "  t::out   host        1  5.0000         -",                      //
                          "  t::r     device      1  1.0000    3.5000",                      //
                          "  cause      variable  to device  bytes  to host  bytes       s", //
                          "  sync t::r  t::phi            0      0        1    700  3.5000", //
                          "  sync t::r  t::psi            0      0        1    100  0.5000", //
                          "  overlap: 50 % of 4.0000 s of copies ran at the same time as kernels or work of the host",
                          "  wait for          times       s", //
                          "  messages, t::out      1  1.0000"));
}

TEST_F(Summary, SaysWhereTimesAreThoseOfCalls) {
  timeline.span(2).timed_by_device = false;
  const auto lines = summary_lines(summarise(timeline, sample_variables()), 2);
  EXPECT_EQ(lines.front(), "trace: sums over 2 ranks");
  EXPECT_THAT(lines, testing::Contains(
                         "  overlap: 50 % of 4.0000 s of copies ran at the same time as kernels or work of the host "
                         "(these are times of calls, because the device reports no times)"));
}

TEST(SummaryTable, ShowsTheLargestWaits) {
  TraceSummary summary;
  for (int i = 1; i <= 7; ++i) summary.waits["wait " + std::to_string(i)] = {1, i * second};
  EXPECT_THAT(summary_lines(summary, 1),
              ElementsAre("trace:", "  wait for  times       s", "  wait 7        1  7.0000",
                          "  wait 6        1  6.0000", "  wait 5        1  5.0000", "  wait 4        1  4.0000",
                          "  wait 3        1  3.0000", "  and 2 more"));
}

} // namespace summary_test
} // namespace nopal::test
