// Epochs in the steps of a run.

#include "core/schedule/epoch_search.hpp"
#include "tests/support/folders.hpp"
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace epoch_search_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const char* const head = "thorn: t\ndescription: d\n"
                         "parameters:\n"
                         "  often: {type: int, default: 1, steerable: always, description: d}\n"
                         "  wish: {type: bool, default: true, description: d}\n"
                         "groups:\n"
                         "  fields: {type: gf, variables: [u, v], timelevels: 2, description: d}\n"
                         "  work: {type: gf, variables: [w], description: d}\n"
                         "  counts: {type: scalar, datatype: int, variables: [count], description: d}\n"
                         "schedule:\n"
                         "  - {kernel: a, at: evol, reads: [u@1], writes: [u]}\n"
                         "  - {kernel: b, at: evol, after: [a], writes: [u(boundary)], sync: [fields]}\n";

/// A run with the kernels a and b in evol. All kernels have known extents; functions have none.
struct Search {
  explicit Search(const std::string& items = "") : world({head + items}) {
    world.bins = read_bins(source_folder() + "/schedules/bins.yaml");
  }
  EpochSteps find(std::int64_t first, int most) {
    schedule = world.build();
    const EpochSearch search(schedule, domain, [](const Routine& routine) -> std::string {
      return routine.is_kernel || routine.polls ? "" : "it is a function";
    });
    return search.find(first, most);
  }
  void set_often(std::int64_t value) { world.set("t::often", {false, {value}}); }

  World world;
  Schedule schedule;
  Domain domain{{.cells = {4, 4, 4}}};
};

/// The iterations and calls: "iteration 3", "t::a".
std::vector<std::string> calls(const EpochSteps& found) {
  std::vector<std::string> all;
  for (const Step& step : found.steps) {
    if (step.kind == StepKind::begin_iteration) all.push_back("iteration " + std::to_string(step.clock.iteration));
    if (step.kind == StepKind::call) all.push_back(step.routine->full_name());
  }
  return all;
}

TEST(EpochSearch, KernelsAloneMakeAsManyIterationsAsAskedFor) {
  Search search;
  const EpochSteps found = search.find(5, 3);
  EXPECT_EQ(found.first, 5);
  EXPECT_EQ(found.iterations, 3);
  EXPECT_EQ(found.end, "");
  EXPECT_FALSE(found.output_follows);
  EXPECT_THAT(calls(found),
              ElementsAre("iteration 5", "t::a", "t::b", "iteration 6", "t::a", "t::b", "iteration 7", "t::a", "t::b"));
  EXPECT_EQ(found.steps.front().kind, StepKind::begin_iteration);
  ASSERT_NE(found.steps.back().name, nullptr);
  EXPECT_EQ(*found.steps.back().name, "poststep") << "the output of the last iteration follows as usual";
  EXPECT_EQ(search.find(5, 1).iterations, 1);
}

TEST(EpochSearch, OutputThatIsDueEndsIt) {
  for (const char* item : {"  - {function: write, at: output, every: often, reads: [u]}\n",
                           "  - {function: write, at: checkpoint, every: often, reads: [u]}\n",
                           "  - {kernel: write, at: analysis, every: often, reads: [u], writes: [w]}\n"}) {
    Search search(item);
    search.set_often(4);
    const EpochSteps found = search.find(1, 10);
    EXPECT_EQ(found.iterations, 4) << item;
    EXPECT_TRUE(found.output_follows) << item;
    EXPECT_THAT(found.end, HasSubstr("t::write")) << item;
    EXPECT_EQ(search.find(3, 10).iterations, 2) << item;
    EXPECT_EQ(search.find(4, 10).iterations, 1) << item;
    EXPECT_TRUE(search.find(3, 2).output_follows) << "it is due after the last one that was asked for";
    const EpochSteps shorter = search.find(5, 3);
    EXPECT_EQ(shorter.iterations, 3) << item;
    EXPECT_FALSE(shorter.output_follows) << item;
    EXPECT_EQ(shorter.end, "") << item;
  }
}

TEST(EpochSearch, AFunctionInTheEvolutionEndsItBeforeTheIteration) {
  Search search("  - {function: f, at: poststep, every: often, writes: [v]}\n");
  EpochSteps found = search.find(1, 10);
  EXPECT_EQ(found.iterations, 0);
  EXPECT_THAT(found.steps, IsEmpty());
  EXPECT_THAT(found.end, AllOf(HasSubstr("t::f"), HasSubstr("it is a function")));
  search.set_often(3);
  found = search.find(1, 10);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_FALSE(found.output_follows);
  EXPECT_THAT(found.end, HasSubstr("it is a function"));
  EXPECT_EQ(search.find(3, 10).iterations, 0);
  EXPECT_EQ(search.find(1, 2).end, "") << "it has not come to the function";
  search.set_often(0);
  EXPECT_EQ(search.find(1, 10).iterations, 10);
}

TEST(EpochSearch, ConditionsOnVariablesEndIt) {
  Search loop("  - {group: g, at: evol, while: 'count < 2'}\n"
              "  - {function: c, in: g, writes: [count]}\n");
  EpochSteps found = loop.find(1, 10);
  EXPECT_EQ(found.iterations, 0);
  EXPECT_THAT(found.end, HasSubstr("only the run knows whether count < 2 holds"));
  Search at_output("  - {function: f, at: output, if: 'count == 1'}\n");
  found = at_output.find(1, 10);
  EXPECT_EQ(found.iterations, 1);
  EXPECT_TRUE(found.output_follows);
  EXPECT_THAT(found.end, HasSubstr("count == 1"));
}

TEST(EpochSearch, ConditionsOnParametersDoNot) {
  Search search("  - {function: f, at: poststep, if: not wish}\n  - {kernel: c, at: evol, if: wish, writes: [v]}\n");
  EXPECT_EQ(search.find(1, 10).iterations, 10);
  EXPECT_EQ(search.find(1, 10).end, "");
}

TEST(EpochSearch, StorageOfItsOwnEndsIt) {
  Search search("  - {kernel: c, at: evol, writes: [w], storage: [w]}\n");
  const EpochSteps found = search.find(1, 10);
  EXPECT_EQ(found.iterations, 0);
  EXPECT_THAT(found.end, HasSubstr("t::c has storage: of its own"));
}

TEST(EpochSearch, AllIterationsCallTheSame) {
  Search search("  - {kernel: c, at: evol, every: often, writes: [v]}\n");
  search.set_often(3);
  const EpochSteps found = search.find(1, 10);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_THAT(found.end, HasSubstr("other routines"));
  EXPECT_FALSE(found.output_follows);
  EXPECT_EQ(search.find(3, 10).iterations, 1);
  EXPECT_EQ(search.find(4, 10).iterations, 2);
}

TEST(EpochSearch, APollingFunctionDoesNotEndIt) {
  Search search("  - {function: ask, at: poststep, polls: true}\n");
  const EpochSteps found = search.find(1, 2);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_EQ(found.end, "");
  EXPECT_THAT(calls(found),
              ElementsAre("iteration 1", "t::a", "t::b", "t::ask", "iteration 2", "t::a", "t::b", "t::ask"));
}

TEST(EpochSearch, ShortenedStepsAreThoseOfAShorterSearch) {
  Search search("  - {function: write, at: output, every: often, reads: [u]}\n");
  search.set_often(6);
  EpochSteps found = search.find(1, 10);
  ASSERT_EQ(found.iterations, 6);
  ASSERT_TRUE(found.output_follows);
  found.shorten(4);
  EXPECT_EQ(found.iterations, 4);
  EXPECT_FALSE(found.output_follows);
  EXPECT_EQ(found.end, "");
  const std::vector<std::string> shorter = calls(found);
  const std::size_t n = found.steps.size();
  const EpochSteps expected = search.find(1, 4);
  EXPECT_EQ(shorter, calls(expected));
  EXPECT_EQ(n, expected.steps.size());
}

} // namespace epoch_search_test
} // namespace nopal::test
