#include "driver/session/failure.hpp"

#include "driver/session/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <numeric>

namespace nopal {
namespace {

TEST(Failure, TheSameFromAllIsToldOnce) { EXPECT_EQ(combined_failures({"bad", "bad", "bad"}), "bad"); }

TEST(Failure, FailuresOfSomeRanksCarryTheirNumbers) {
  EXPECT_EQ(combined_failures({"", "bad", ""}), "rank 1: bad");
  EXPECT_EQ(combined_failures({"bad", "", "bad", "worse"}), "ranks 0, 2: bad\nrank 3: worse");
}

TEST(Failure, ADifferenceNamesTheValuesAndTheirRanks) {
  EXPECT_EQ(difference_text("heat.n", {"1", "2", "1"}), "heat.n is 1 on ranks 0, 2 and 2 on rank 1");
  EXPECT_EQ(difference_text("heat.n", {"1", "", "3"}), "heat.n is 1 on rank 0, not set on rank 1 and 3 on rank 2");
  const std::string thorns(300, 'x');
  EXPECT_EQ(difference_text("the list", {thorns + "ab", thorns + "ac"}),
            "the list is …" + thorns.substr(0, 198) + "ab on rank 0 and …" + thorns.substr(0, 198) + "ac on rank 1");
  std::vector<int> many(20);
  std::iota(many.begin(), many.end(), 0);
  EXPECT_EQ(rank_list(many), "ranks 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 4 more");
}

TEST(Failure, LongValuesAreShownWhereTheyDiffer) {
  const std::string same(1000, 'a');
  const std::string shown = "…" + same.substr(0, 199);
  EXPECT_EQ(difference_text("x", {same + "1", same + "2", ""}),
            "x is " + shown + "1 on rank 0, " + shown + "2 on rank 1 and not set on rank 2");
  EXPECT_EQ(difference_text("x", {"1" + same, "2"}), "x is 1" + std::string(199, 'a') + "… on rank 0 and 2 on rank 1");
  EXPECT_EQ(difference_text("x", {same, ""}), "x is …" + same.substr(0, 200) + " on rank 0 and not set on rank 1");
  std::string umlauts; // of two bytes each
  for (int n = 0; n < 500; ++n) umlauts += "ü";
  EXPECT_EQ(difference_text("x", {umlauts + "1", umlauts + "a2"}),
            "x is …" + umlauts.substr(0, 198) + "1 on rank 0 and …" + umlauts.substr(0, 198) + "a2 on rank 1");
  EXPECT_EQ(difference_text("x", {"a" + umlauts, "b"}),
            "x is a" + umlauts.substr(0, 198) + "… on rank 0 and b on rank 1");
}

TEST(Failure, WhatHelpsIsToldOnce) {
  EXPECT_EQ(
      combined_failures(
          {"cannot write a: no space; the disk; free some space", "", "cannot write b: no space; free some space"}),
      "rank 0: cannot write a: no space; the disk\nrank 2: cannot write b: no space\nwhat helps: free some space");
  EXPECT_EQ(combined_failures({"bad; mend it", "bad; mend it"}), "bad; mend it");
  EXPECT_EQ(combined_failures({"bad; mend it", "worse; mend it all"}),
            "rank 0: bad; mend it\nrank 1: worse; mend it all");
  EXPECT_EQ(combined_failures({"x; a\nbad", "y; a\nbad"}), "rank 0: x; a\nbad\nrank 1: y; a\nbad");
}

TEST(Failure, EveryKindOfExceptionHasAText) {
  EXPECT_EQ(failure_text(std::make_exception_ptr(Error("a.yaml:1:2: wrong"))), "a.yaml:1:2: wrong");
  EXPECT_NE(failure_text(std::make_exception_ptr(std::bad_alloc())).find("out of memory"), std::string::npos);
  EXPECT_EQ(failure_text(std::make_exception_ptr(std::out_of_range("at"))), "unexpected failure: at");
}

struct Oops {};
enum class Colour { red };

TEST(Failure, WhatIsNoExceptionIsNamed) {
  const auto thrown = [](const auto& value) {
    std::string text = failure_text(std::make_exception_ptr(value));
    const std::string begin = "unexpected failure: it threw ", end = "; throw nopal::Error to end a run with an error";
    EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << text;
    return text.substr(begin.size(), text.size() - begin.size() - end.size());
  };
  EXPECT_EQ(thrown(42), "42, of type int");
  EXPECT_EQ(thrown(-3L), "-3, of type long");
  EXPECT_EQ(thrown(2.5F), "2.5, of type float");
  EXPECT_EQ(thrown(true), "true, of type bool");
  EXPECT_EQ(thrown('a'), "97, of type char");
  EXPECT_EQ(thrown(static_cast<const char*>("words")), "\"words\", of type char const*");
  EXPECT_EQ(thrown(static_cast<const char*>(nullptr)), "a null pointer, of type char const*");
  EXPECT_THAT(thrown(std::string("words")), testing::StartsWith("\"words\", of type std::"));
  EXPECT_EQ(thrown(Oops{}), "an object of type nopal::(anonymous namespace)::Oops");
  EXPECT_EQ(thrown(Colour::red), "an object of type nopal::(anonymous namespace)::Colour");
}

} // namespace
} // namespace nopal
