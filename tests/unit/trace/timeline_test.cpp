#include "core/trace/chrome_trace.hpp"
#include "core/trace/timeline.hpp"
#include "tests/support/sample.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace nopal::test {
namespace timeline_test {

using nlohmann::json;

json written(const Timeline& timeline, const TraceRank& rank = {}) {
  const Variables variables = sample_variables();
  std::string text = trace_begin({"nopal 1", "a \"b\"\\\n\xff.yaml", "checked", 2}, variables);
  write_events(timeline, variables, rank, [&](std::string_view piece) { text += piece; });
  return json::parse(text + std::string(trace_end));
}

std::vector<json> spans(const json& trace) {
  std::vector<json> result;
  for (const json& event : trace.at("traceEvents"))
    if (event.at("ph") == "X") result.push_back(event);
  return result;
}

TEST(Timeline, SpansOfTheHostNest) {
  Timeline timeline;
  timeline.begin_iteration(4);
  {
    const TimelineScope bin(&timeline, SpanKind::bin, "evol");
    const TimelineScope routine(&timeline, SpanKind::routine, "t::r");
    timeline.open(SpanKind::hook, "left open");
  }
  timeline.begin_iteration(5);
  timeline.close_all();
  const std::vector<Span> all = timeline.ordered();
  ASSERT_EQ(all.size(), 5);
  EXPECT_EQ(timeline.text(all[0].name), "iteration 4");
  for (int inner = 1; inner < 4; ++inner) {
    EXPECT_GE(all[inner].begin, all[inner - 1].begin);
    EXPECT_LE(all[inner].end, all[inner - 1].end);
    EXPECT_EQ(all[inner].iteration, 4);
  }
  EXPECT_EQ(timeline.text(all[3].by), "t::r");
  EXPECT_EQ(timeline.text(all[3].bin), "evol");
  EXPECT_GE(all[4].begin, all[0].end);
}

TEST(Timeline, AnEmptySpanCanBeForgotten) {
  Timeline timeline;
  timeline.close_unless_empty(timeline.open(SpanKind::hook, "nothing in it"));
  const std::size_t kept = timeline.open(SpanKind::hook, "something in it");
  timeline.close(timeline.open(SpanKind::wait, "inner"));
  timeline.close_unless_empty(kept);
  ASSERT_EQ(timeline.size(), 2);
  EXPECT_EQ(timeline.text(timeline.span(0).name), "something in it");
}

TEST(Timeline, WhereNobodyTracesAScopeDoesNothing) { const TimelineScope scope(nullptr, SpanKind::routine, "t::r"); }

TEST(Timeline, CommandsOfOneQueueFollowEachOther) {
  Timeline timeline;
  const auto add = [&](std::int64_t begin, std::int64_t end, Track track) {
    Span span;
    span.begin = begin;
    span.end = end;
    span.track = track;
    timeline.add(span);
  };
  add(10, 20, Track::device);
  add(18, 30, Track::device); // begins 2 before the end of the first, because the clock is inexact
  add(15, 25, Track::to_host);
  const std::vector<Span> all = timeline.ordered();
  EXPECT_EQ(all[1].begin, 20);
  EXPECT_EQ(all[1].end, 30);
  EXPECT_EQ(all[2].begin, 15);
}

TEST(Timeline, ACommandOfNoLengthLiesInNoOther) {
  Timeline timeline;
  for (const std::int64_t end : {10, 25}) {
    Span span;
    span.begin = 10;
    span.end = end;
    span.track = Track::to_host;
    timeline.add(span);
  }
  const std::vector<Span> all = timeline.ordered();
  EXPECT_EQ(all[0].end, 11);
  EXPECT_EQ(all[1].begin, 11);
  EXPECT_EQ(all[1].end, 25);
}

TEST(ChromeTrace, IsJsonThatSaysWhatAndWhen) {
  Timeline timeline;
  timeline.begin_iteration(3);
  Span copy;
  copy.kind = SpanKind::copy;
  copy.track = Track::to_host;
  copy.name = timeline.intern("t::phi@1");
  copy.by = timeline.intern("t::r \"quoted\"\t");
  copy.cause = CauseKind::routine;
  copy.region = Region::owned;
  copy.begin = 5'001'500;
  copy.end = 5'003'502;
  const std::size_t span = timeline.add(copy);
  timeline.add_part(span, {phi, 1}, 80);
  timeline.set_payload(span, 64);
  timeline.close_all();
  const json trace = written(timeline, {1, "rank 1 on a", 1'000'000, false});
  EXPECT_EQ(trace.at("otherData").at("parfile"), "a \"b\"\\\n?.yaml");
  EXPECT_EQ(trace.at("otherData").at("variables").size(), 8);
  const json event = spans(trace).at(1);
  EXPECT_EQ(event.at("pid"), 1);
  EXPECT_EQ(event.at("tid"), 3);
  EXPECT_DOUBLE_EQ(event.at("ts"), 4001.5);
  EXPECT_DOUBLE_EQ(event.at("dur"), 2.002);
  EXPECT_EQ(event.at("args"), json::parse(R"({"iteration": 3, "by": "t::r \"quoted\"\t", "direction": "device->host",
    "bytes": 64, "moved": 80, "cause": "routine", "region": "owned", "slots": {"t::phi@1": 64}, "clock": "host"})"));
}

TEST(ChromeTrace, TellsChangesOfValidityWhereAsked) {
  Timeline timeline;
  timeline.add(ValidityChange{.time = 7'000,
                              .event = 9,
                              .slot = {rho, 0},
                              .place = device_place,
                              .before = Region::none,
                              .after = Region::interior,
                              .hook = timeline.intern("post_call_function"),
                              .by = timeline.intern("t::w"),
                              .iteration = 2});
  for (const bool asked : {false, true}) {
    const json trace = written(timeline, {0, "rank 0", 0, asked});
    const json last = trace.at("traceEvents").back();
    EXPECT_EQ(last.at("ph") == "i", asked);
    if (asked) {
      EXPECT_EQ(last.at("args"), json::parse(R"({"iteration": 2, "hook": "post_call_function", "by": "t::w", "event": 9,
        "slot": "t::rho@0", "place": "device", "before": "nowhere", "after": "interior"})"));
    }
  }
}

TEST(ChromeTrace, LongTracesComeInPieces) {
  Timeline timeline;
  for (int i = 0; i < 30000; ++i) timeline.close(timeline.open(SpanKind::wait, "something"));
  std::size_t pieces = 0, largest = 0;
  write_events(timeline, sample_variables(), {}, [&](std::string_view piece) {
    ++pieces;
    largest = std::max(largest, piece.size());
  });
  EXPECT_GT(pieces, 2);
  EXPECT_LT(largest, std::size_t{2} << 20);
}

TEST(ChromeTrace, StringsAreEscaped) {
  EXPECT_EQ(json_string("a\"b\\c\x01\n"), "\"a\\\"b\\\\c\\u0001\\u000a\"");
  EXPECT_EQ(json_string("\xc3\xa9"), "\"\xc3\xa9\"");
  EXPECT_EQ(json_string("\xc3"), "\"?\"");
}

} // namespace timeline_test
} // namespace nopal::test
