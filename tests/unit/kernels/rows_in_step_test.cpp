// Tests which stages can compute rows in step, and how they use their fields.

#include "core/generator/rows_in_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace rows_in_step_test {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string head = R"(thorn: t
description: A test
parameters:
  a: {type: real, default: 1, description: A number}
groups:
  fields: {type: gf, variables: [p, q, r], timelevels: 2, description: Fields}
  inside: {type: gf, variables: [s, t], temporary: true, description: Temporaries}
schedule:
  - stencil: chain
    at: evol
    stages:
)";

/// The phases of the stencil with these stages. `texts`: of their kernels.
std::vector<RowsDeclaration> phases_of(const std::string& stages, const std::vector<std::string>& texts) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(head + stages, "t.yaml", errors);
  const std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, {}, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_EQ(kernels.size(), texts.size());
  const auto stencils = stencil_declarations(thorn, {}, kernels);
  if (stencils.empty() || kernels.size() != texts.size()) return {};
  return rows_in_step(stencils[0], kernels, texts);
}

/// "0 fetched 2", "1 past the caches 0", "2": the fields by the positions of their arguments.
std::vector<std::string> texts(const std::vector<RowField>& fields) {
  std::vector<std::string> all;
  for (const RowField& field : fields)
    all.push_back(std::to_string(field.argument) + (field.fetch ? " fetched " + std::to_string(*field.fetch) : "") +
                  (field.past_caches ? " past the caches " + std::to_string(field.written) : ""));
  return all;
}

std::string text(const std::optional<TileWindow>& window) {
  return window ? std::to_string(window->behind) + ":" + std::to_string(window->ahead) : "-";
}

TEST(RowsInStep, HaveSkewsWindowsAndFields) {
  const auto phases = phases_of(
      R"(      - {kernel: one, reads: ["p@1<-1:1, -1:2>"], writes: [s]}
      - {kernel: two, uses: [a], reads: ["s<-1:1, -1:1>", "q@1<0, -3:3>"], writes: [t]}
      - {kernel: three, reads: ["t<0, -1:0>", "p@1"], writes: [r]}
)",
      {"s(i,j,k) = p_p(i+1,j,k);", "t(i,j,k) = a*s(i,j+1,k) + q_p(i,j,k);", "r(i,j,k) = t(i,j-1,k) + p_p(i,j,k);"});
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].first, 0U);
  EXPECT_EQ(phases[0].end(), 3U);
  EXPECT_THAT(phases[0].skews, ElementsAre(2, 0, 0));
  ASSERT_EQ(phases[0].temporaries.size(), 2U);
  EXPECT_EQ(text(phases[0].temporaries[0]), "-1:2");
  EXPECT_EQ(text(phases[0].temporaries[1]), "-1:0");
  // p is first read two rows ahead, and there two rows further.
  EXPECT_THAT(texts(phases[0].fields), ElementsAre("0 fetched 4", "1 fetched 3", "2 past the caches 0"));
}

TEST(RowsInStep, TakeExtentsFromTheTextsWhereTheDeclarationHasNone) {
  const std::string stages = R"(      - {kernel: one, reads: [p@1], writes: [s]}
      - {kernel: two, reads: [s], writes: [q]}
)";
  const auto skews = [&](const std::string& two) {
    const auto phases = phases_of(stages, {"s(i,j,k) = p_p(i,j,k);", two});
    return phases.empty() ? std::vector<long>{} : phases[0].skews;
  };
  EXPECT_THAT(skews("q(i,j,k) = s(i,j,k);"), ElementsAre(0, 0));
  EXPECT_THAT(skews("q(i,j,k) = s(i+1,j,k);"), ElementsAre(1, 0));
  EXPECT_THAT(skews("q(i,j,k) = s(i-1,j+2,k);"), ElementsAre(3, 0));
  EXPECT_THAT(skews("q(i,j,k) = s(i,j-2,k);"), ElementsAre(0, 0));
  EXPECT_THAT(skews("const int n = iteration;\nq(i,j,k) = s(i+n,j,k);"), IsEmpty()) << "a hidden index";
  EXPECT_THAT(skews("q(i,j,k) = s(i,j,k-1);"), IsEmpty()) << "another plane";
}

TEST(RowsInStep, PutOnlyFieldsPastTheCachesThatOneStageWritesAndNoneReads) {
  const std::string one = "q(i,j,k) = p_p(i,j,k);", two = "r(i,j,k) = q(i,j,k);\ns(i,j,k) = 1.0;";
  const auto fields = [](const std::string& stages, const std::vector<std::string>& kernels) {
    const auto phases = phases_of(stages, kernels);
    return phases.empty() ? std::vector<std::string>{} : texts(phases[0].fields);
  };
  EXPECT_THAT(fields(R"(      - {kernel: one, reads: [p@1], writes: [q, s]}
      - {kernel: two, reads: [q(interior), "s<0, 0:1>"], writes: [r]
}
)",
                     {"q(i,j,k) = p_p(i,j,k);\ns(i,j,k) = 1.0;", "r(i,j,k) = q(i,j,k) + s(i,j+1,k);"}),
              ElementsAre("0 fetched 1", "1 fetched 0", "2 past the caches 0"));
  EXPECT_THAT(fields(R"(      - {kernel: one, reads: [p@1], writes: [q]}
      - {kernel: two, reads: [p@1], writes: [q]}
)",
                     {one, one}),
              ElementsAre("0 fetched 0", "1"));
  EXPECT_THAT(fields(R"(      - {kernel: one, reads: [p@1], writes: [s]}
      - {kernel: two, reads: ["s<-1:1>", q(interior)], writes: [q]
  }
)",
                     {"s(i,j,k) = p_p(i,j,k);", "q(i,j,k) = q(i,j,k) + s(i+1,j,k) + s(i-1,j,k);"}),
              ElementsAre("0 fetched 1", "1 fetched 0"));
}

TEST(RowsInStep, WritePastTheCachesInTheRowOfTheStage) {
  const auto phases = phases_of(R"(      - {kernel: one, reads: ["p@1<0, 0:1>"], writes: [s, q]}
      - {kernel: two, reads: ["s<-1:1, -1:1>"], writes: [r]}
)",
                                {"s(i,j,k) = p_p(i,j,k);\nq(i,j,k) = 1.0;", "r(i,j,k) = s(i+1,j+1,k);"});
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_THAT(phases[0].skews, ElementsAre(2, 0));
  EXPECT_THAT(texts(phases[0].fields), ElementsAre("0 fetched 3", "1 past the caches 2", "2 past the caches 0"));
}

TEST(RowsInStep, BoundaryStagesEndPhases) {
  const std::vector<std::string> kernels{"s(i,j,k) = p_p(i,j,k);", "q(i,j,k) = s(i+1,j,k);", "q(i,j,k) = p_p(i,j,k);",
                                         "t(i,j,k) = p_p(i,j,k);", "r(i,j,k) = t(i,j+1,k);"};
  const auto phases = phases_of(R"(      - {kernel: one, reads: [p@1], writes: [s]}
      - {kernel: two, reads: ["s<0:1>"], writes: [q]}
      - {kernel: edge, reads: [p@1], writes: [q(boundary)]}
      - {kernel: three, reads: [p@1], writes: [t]}
      - {kernel: four, reads: ["t<0, 0:1>"], writes: [r]}
)",
                                kernels);
  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[0].first, 0U);
  EXPECT_EQ(phases[0].end(), 2U);
  EXPECT_EQ(phases[1].first, 2U);
  EXPECT_EQ(phases[1].end(), 4U);
  // Each phase has only what its own stages use.
  EXPECT_EQ(text(phases[0].temporaries[0]) + " " + text(phases[0].temporaries[1]), "0:1 -");
  EXPECT_EQ(text(phases[1].temporaries[0]) + " " + text(phases[1].temporaries[1]), "- 0:1");
  EXPECT_THAT(texts(phases[0].fields), ElementsAre("0 fetched 1", "1 past the caches 0"));
  EXPECT_THAT(texts(phases[1].fields), ElementsAre("0 fetched 1", "2 past the caches 0"));
}

TEST(RowsInStep, AStageAloneIsNoPhase) {
  const auto phases = phases_of(
      R"(      - {kernel: one, reads: [p@1], writes: [q]}
      - {kernel: edge, reads: [p@1], writes: [q(boundary)]}
      - {kernel: three, reads: [p@1], writes: [t]}
      - {kernel: four, reads: ["t<0, 0:1>"], writes: [r]}
)",
      {"q(i,j,k) = p_p(i,j,k);", "q(i,j,k) = p_p(i,j,k);", "t(i,j,k) = p_p(i,j,k);", "r(i,j,k) = t(i,j+1,k);"});
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].first, 1U);
  EXPECT_EQ(phases[0].end(), 3U);
}

TEST(RowsInStep, AreNotThereIfAStageHasAnOrderOrIntervals) {
  EXPECT_THAT(phases_of(R"(      - {kernel: one, order: forward, reads: [p@1, "s<0, 0, -1:-1>"], writes: [s]}
      - {kernel: two, reads: [s], writes: [q]}
)",
                        {"s(i,j,k) = p_p(i,j,k) + s(i,j,k-1);", "q(i,j,k) = s(i,j,k);"}),
              IsEmpty());
  const std::string value = "s(i,j,k) = p_p(i,j,k);";
  EXPECT_THAT(phases_of(R"(      - as: one
        kernels: {bottom+1: lower, "bottom+2 : top-1": upper}
        reads: [p@1]
        writes: [s]
      - {kernel: two, reads: [s], writes: [q]}
)",
                        {value, value, "q(i,j,k) = s(i,j,k);"}),
              IsEmpty());
}

TEST(RowsInStep, AreNotThereForPhasesThatReadOtherPlanesOfTheirTemporaries) {
  const std::string one = "s(i,j,k) = p_p(i,j,k+1);", two = "q(i,j,k) = s(i,j,k);";
  EXPECT_EQ(phases_of(R"(      - {kernel: one, reads: ["p@1<0, 0, 0:1>"], writes: [s]}
      - {kernel: two, reads: [s], writes: [q]}
)",
                      {one, two})
                .size(),
            1U);
  EXPECT_THAT(phases_of(R"(      - {kernel: one, reads: ["p@1<0, 0, 0:1>"], writes: [s]}
      - {kernel: two, reads: ["s<0, 0, -1:0>"], writes: [q]}
)",
                        {one, two}),
              IsEmpty());
}

} // namespace rows_in_step_test
} // namespace nopal
