#include "core/stencils/dependencies.hpp"
#include "tests/unit/stencils/chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace {

using test::chain_of;
using test::texts;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> bad(const StageChain& chain) {
  std::vector<std::string> result;
  for (const BadDependency& found : bad_dependencies(chain, propagate(chain)))
    result.push_back(bad_dependency_text(chain, found));
  return result;
}

std::vector<std::string> unasked(const StageChain& chain) {
  std::vector<std::string> result;
  for (const StageUse& write : propagate(chain).unasked) result.push_back(unasked_text(chain, write));
  return result;
}

std::vector<std::string> unwritten(const StageChain& chain) {
  std::vector<std::string> result;
  for (const StageUse& read : unwritten_reads(chain)) result.push_back(unwritten_text(chain, read));
  return result;
}

TEST(Propagation, PublishedExample1) {
  const StageChain chain = chain_of(
      "a b c d e", {"a = b<-1:1> + c<0:1>", "d = b<-2:0> + c<-1:2>", "e = a<-1:2> + d<-2:2> + c<-1:1>"}, {"a", "d"});
  const Propagation found = propagate(chain);
  EXPECT_EQ(texts(found.maps[2]), "<-1:2> <0> <-1:1> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[1]), "<-1:2> <-4:2> <-3:4> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[0]), "<-1:2> <-4:3> <-3:4> <-2:2> <0>");
  EXPECT_EQ(found.accumulated, found.maps[0]);
  EXPECT_EQ(texts(found.stages), "<-1:2> <-2:2> <0>");
  EXPECT_EQ(texts(found.inputs), "none <-4:3> <-3:4> none none");
  EXPECT_EQ(texts(found.written), "<-1:2> none none <-2:2> <0>");
  EXPECT_THAT(found.unasked, IsEmpty());
  EXPECT_THAT(unwritten(chain), IsEmpty());
  EXPECT_THAT(bad(chain), IsEmpty());
}

TEST(Propagation, PublishedExample2) {
  const StageChain chain = chain_of(
      "a b c d e", {"a = b<-1:1> + c<0:1>", "d = b<-2:0> + a<-1:2>", "e = a<-1:2> + d<-2:2> + c<-1:1>"}, {"a", "d"});
  const Propagation found = propagate(chain);
  EXPECT_EQ(texts(found.maps[2]), "<-1:2> <0> <-1:1> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[1]), "<-3:4> <-4:2> <-1:1> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[0]), "<-3:4> <-4:5> <-3:5> <-2:2> <0>");
  EXPECT_EQ(texts(found.stages), "<-3:4> <-2:2> <0>");
  EXPECT_EQ(texts(found.inputs), "none <-4:5> <-3:5> none none");
  EXPECT_THAT(bad(chain), IsEmpty());
}

TEST(Propagation, PublishedExample3IsRefused) {
  const StageChain chain = chain_of(
      "a b c d e", {"a = b<-1:1> + c<0:1>", "c = b<-2:0> + a<-1:2>", "e = a<-1:2> + d<-2:2> + c<-1:1>"}, {"a"});
  const Propagation found = propagate(chain);
  EXPECT_EQ(texts(found.maps[2]), "<-1:2> <0> <-1:1> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[1]), "<-2:3> <-3:1> <-1:1> <-2:2> <0>");
  EXPECT_EQ(texts(found.maps[0]), "<-2:3> <-3:4> <-2:4> <-2:2> <0>");
  EXPECT_EQ(texts(found.stages), "<-2:3> <-1:1> <0>");
  EXPECT_EQ(texts(found.inputs), "none <-3:4> <-2:4> <-2:2> none");
  EXPECT_THAT(
      bad(chain),
      ElementsAre("stage \"f0\" reads c<0:1>, in all on <-2:4>, and the later stage \"f1\" writes c on <-1:1>: a "
                  "stencil runs tile by tile, so stage \"f0\" could read the new values at some points. Let stage "
                  "\"f1\" write another variable, or make two stencils and begin the second one with stage "
                  "\"f1\""));
}

TEST(Propagation, TwoAndThreeAxes) {
  const StageChain chain = chain_of("in lap flx fly out",
                                    {"lap = in<-1:1, -1:1>", "flx = in<0:1> + lap<0:1>",
                                     "fly = in<0, 0:1> + lap<0, 0:1>", "out = in + flx<-1:0> + fly<0, -1:0>"},
                                    {"lap", "flx", "fly"});
  EXPECT_EQ(texts(propagate(chain).stages), "<-1:1, -1:1> <-1:0> <0, -1:0> <0>");
  EXPECT_EQ(texts(propagate(chain).inputs), "<-2:2, -2:2> none none none none");
  const StageChain vertical = chain_of("a b c", {"b = a<0, 0, -1:1>", "c = b<1:2, 0, 0:3>"}, {"b"});
  EXPECT_EQ(texts(propagate(vertical).stages), "<1:2, 0, 0:3> <0>");
  EXPECT_EQ(texts(propagate(vertical).inputs), "<1:2, 0, -1:4> none none");
  EXPECT_EQ(texts(propagate(vertical).accumulated), "<0:2, 0, -1:4> <0:2, 0, 0:3> <0>");
}

TEST(Propagation, ReadersAskTheVersionThatTheySee) {
  // t is written twice. c reads the first version, d the second.
  const StageChain chain = chain_of("a t c d", {"t = a", "c = t", "t = a<0:1>", "d = t<-5:5>"}, {"t"});
  const Propagation found = propagate(chain);
  EXPECT_EQ(texts(found.stages), "<0> <0> <-5:5> <0>");
  EXPECT_EQ(texts(found.maps[1]), "<-5:6> <-5:5> <0> <0>");
  EXPECT_EQ(texts(found.inputs), "<-5:6> none none none");
  EXPECT_THAT(bad(chain), IsEmpty());
}

TEST(Propagation, UpdatesInPlaceAskForTheVersionBefore) {
  const StageChain own_points = chain_of("u b", {"u = u + b<-1:1>", "u = u + b"});
  EXPECT_EQ(texts(propagate(own_points).stages), "<0> <0>");
  EXPECT_EQ(texts(propagate(own_points).inputs), "<0> <-1:1>");
  EXPECT_THAT(bad(own_points), IsEmpty());
  const StageChain temporary = chain_of("t b c", {"t = b", "t = t + b", "c = t<-1:1>"}, {"t"});
  EXPECT_EQ(texts(propagate(temporary).stages), "<-1:1> <-1:1> <0>");
  EXPECT_THAT(bad(temporary), IsEmpty());
}

TEST(Propagation, AStageComputesAllItsOutputsOnOneExtent) {
  const Propagation found = propagate(chain_of("a s t c", {"s t = a", "c = s<-1:1> + t<0:2>"}, {"s", "t"}));
  EXPECT_EQ(texts(found.stages), "<-1:2> <0>");
  EXPECT_EQ(texts(found.accumulated), "<-1:2> <-1:1> <0:2> <0>");
  EXPECT_EQ(texts(found.written), "none <-1:2> <-1:2> <0>");
}

TEST(Propagation, UnaskedWritesAreReported) {
  // Nothing depends on t, so nothing depends on s. The first version of c is written over.
  const StageChain chain = chain_of("a s t c", {"s = a<-1:1>", "t = s<-1:1>", "c = a", "c = a<0:1>"}, {"s", "t"});
  const Propagation found = propagate(chain);
  EXPECT_EQ(texts(found.stages), "none none none <0>");
  EXPECT_EQ(texts(found.inputs), "<0:1> none none none");
  EXPECT_EQ(texts(found.accumulated), "<0:1> <0> <0> <0>");
  EXPECT_EQ(texts(found.written), "none none none <0>");
  const std::string rest =
      ", but no result of the stencil depends on these values: let a later stage read them, or remove ";
  EXPECT_THAT(unasked(chain), ElementsAre("stage \"f0\" writes the temporary s" + rest + "s from this stage",
                                          "stage \"f1\" writes the temporary t" + rest + "t from this stage",
                                          "stage \"f2\" writes c" + rest + "c from this stage"));
}

TEST(Propagation, AnEmptyChainAndStagesWithoutReadsOrWrites) {
  EXPECT_THAT(propagate({}).stages, IsEmpty());
  EXPECT_EQ(texts(propagate(chain_of("a", {"= a", "a ="})).stages), "none <0>");
}

TEST(Propagation, TemporariesThatAreReadBeforeTheyAreWritten) {
  EXPECT_THAT(
      unwritten(chain_of("a t c", {"c = t<-1:0> + t<1:1>", "t = a", "a = t"}, {"t"})),
      ElementsAre("stage \"f0\" reads the temporary t, but stage \"f1\" writes it only later: move stage \"f1\" before "
                  "\"f0\", or remove \"temporary: true\" from the group of t"));
  EXPECT_THAT(
      unwritten(chain_of("a t c", {"t = t", "c = t"}, {"t"})),
      ElementsAre("stage \"f0\" reads the temporary t, but no earlier stage of the stencil writes it: add \"writes: "
                  "[t]\" to a stage before \"f0\", or remove \"temporary: true\" from the group of t"));
}

TEST(Propagation, WritesOverReadsAroundAPointAreRefused) {
  const std::string tiles = ": a stencil runs tile by tile, so ",
                    fix = " write another variable, or make two stencils and ";
  EXPECT_THAT(
      bad(chain_of("u b", {"u = u<-1:1> + b"})),
      ElementsAre("stage \"f0\" reads u<-1:1> and writes u on <0>: it would read old values at some points and new "
                  "values at others. Let stage \"f0\" write another variable"));
  EXPECT_THAT(bad(chain_of("u t c", {"t = u<-1:1>", "u = u", "c = u"}, {"t"})),
              ElementsAre("stage \"f0\" reads u<-1:1> and the later stage \"f1\" writes u on <0>" + tiles +
                          "stage \"f0\" could read the new values at some points. Let stage \"f1\"" + fix +
                          "begin the second one with stage \"f1\""));
  // Temporaries, too.
  EXPECT_EQ(bad(chain_of("a t c", {"t = a", "c = t<0:1>", "t = a", "d = t"}, {"t"})).size(), 1u);
}

TEST(Propagation, VersionsInOverlappingTilesAreRefused) {
  const std::string tiles = ": a stencil runs tile by tile, so ",
                    fix = " write another variable, or make two stencils and ";
  const std::string early = "the values of one tile would replace those of another too early. Let stage ";
  EXPECT_THAT(
      bad(chain_of("u b c", {"u = u + b", "c = u<-1:1>"})),
      ElementsAre("stage \"f0\" reads u and writes u on <-1:1>, because later stages read its results around their "
                  "point" +
                  tiles + "two tiles would update the same points. Let stage \"f0\"" + fix +
                  "end the first one with stage \"f0\""));
  EXPECT_THAT(
      bad(chain_of("u b c t", {"t = u", "u = b", "c = t<0:1>"}, {"t"})),
      ElementsAre("stage \"f0\" reads u on <0:1>, and the later stage \"f1\" writes u on <0>, because later stages "
                  "read results around their point" +
                  tiles + early + "\"f1\"" + fix + "begin the second one with stage \"f1\""));
  EXPECT_THAT(
      bad(chain_of("u b c d", {"d u = b", "u = b", "c = u<0:1>"})),
      ElementsAre("stage \"f0\" writes u on <0>, and the later stage \"f1\" writes u on <0:1>, because later stages "
                  "read results around their point" +
                  tiles + early + "\"f1\"" + fix + "begin the second one with stage \"f1\""));
  // One version only: every tile writes the same values.
  EXPECT_THAT(bad(chain_of("u b c", {"u = b", "c = u<-1:1>"})), IsEmpty());
}

} // namespace
} // namespace nopal
