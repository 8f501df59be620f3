#include "core/declarations/thorn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace stage_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string weather = R"yaml(
thorn: weather
parameters:
  cloud_points: {type: int, default: 4, range: "0:*"}
  surface: {type: int, default: 1}
groups:
  fields: {type: gf, variables: [in, out], timelevels: 2}
  work: {type: gf, variables: [lap, sum], temporary: true}
splitters: {ground: surface, cloud: cloud_points}
schedule:
  - function: before
    at: evol
  - stencil: diffusion
    in: step
    device: true
    every: 2
    if: surface == 1
    sync: [fields]
    storage: [fields]
    trigger: in
    tags: {colour: red}
    description: Diffusion and a sum
    stages:
      - kernel: laplacian
        reads: ["in@1<-1:1, -1:1>"]
        writes: [lap]
        uses: [surface]
        description: The Laplacian
      - order: backward
        kernels:
          ground+1: first
          "ground+2 : cloud-1": body
          "cloud+1 : top-1": body
        reads: [lap, "sum<0, 0, 1:1>"]
        writes: [sum]
      - as: copy
        kernel: laplacian
        bind: {lap: "weather::out"}
        reads: [sum]
        writes: [lap(interior)]
      - as: last
        order: forward
        kernels: {"bottom+1": first}
        reads: [in@1]
        writes: [out(boundary)]
  - function: after
    at: evol
)yaml";

ThornDeclaration read(const std::string& text) {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text(text, "weather.yaml", errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  return thorn;
}

std::vector<std::string> texts(const ItemDeclaration& item, Access access) {
  std::vector<std::string> texts;
  for (const ClauseDeclaration& clause : item.clauses)
    if (clause.access == access) texts.push_back(clause.text);
  return texts;
}

TEST(Stages, GroupsAndSplitters) {
  const ThornDeclaration thorn = read(weather);
  EXPECT_FALSE(thorn.groups[0].group.temporary);
  EXPECT_TRUE(thorn.groups[1].group.temporary);
  ASSERT_THAT(thorn.splitters, SizeIs(2));
  EXPECT_EQ(thorn.splitters[0].name, "ground");
  EXPECT_EQ(thorn.splitters[0].points, "surface");
  EXPECT_EQ(thorn.splitters[0].where.text(), "weather.yaml:9:13");
  EXPECT_EQ(thorn.splitters[1].name, "cloud");
  EXPECT_EQ(thorn.splitters[1].points, "cloud_points");
}

TEST(Stages, TheKernelsOfAStencilFollowIt) {
  const ThornDeclaration thorn = read(weather);
  std::vector<std::string> names;
  std::vector<std::string> targets;
  for (const ItemDeclaration& item : thorn.schedule) {
    names.push_back(item.name);
    targets.push_back(item.target);
  }
  EXPECT_THAT(names, ElementsAre("before", "diffusion", "laplacian", "first", "body", "copy", "last_first", "after"));
  EXPECT_THAT(targets, ElementsAre("before", "diffusion", "laplacian", "first", "body", "laplacian", "first", "after"));
}

TEST(Stages, TheItemOfAStencil) {
  const ThornDeclaration thorn = read(weather);
  const ItemDeclaration& stencil = thorn.schedule[1];
  EXPECT_EQ(stencil.kind, ItemKind::stencil);
  EXPECT_EQ(stencil.in, "step");
  EXPECT_TRUE(stencil.device);
  EXPECT_THAT(stencil.every, ElementsAre("2"));
  EXPECT_EQ(stencil.if_condition->left, "surface");
  EXPECT_THAT(stencil.sync, ElementsAre("fields"));
  EXPECT_THAT(stencil.storage, ElementsAre("fields"));
  EXPECT_THAT(stencil.trigger, ElementsAre("in"));
  EXPECT_EQ(stencil.tags.at("colour"), "red");
  EXPECT_EQ(stencil.description, "Diffusion and a sum");
  EXPECT_THAT(stencil.clauses, IsEmpty());
  EXPECT_EQ(stencil.stage, -1);
  ASSERT_THAT(stencil.stages, SizeIs(4));
  EXPECT_EQ(stencil.stages[0].name, "laplacian");
  EXPECT_EQ(stencil.stages[0].order, VerticalOrder::parallel);
  EXPECT_EQ(stencil.stages[0].where.text(), "weather.yaml:24:9");
  ASSERT_THAT(stencil.stages[0].kernels, SizeIs(1));
  EXPECT_EQ(stencil.stages[0].kernels[0].interval, "");
  EXPECT_EQ(stencil.stages[0].kernels[0].kernel, "laplacian");
  EXPECT_EQ(stencil.stages[1].name, "first");
  EXPECT_EQ(stencil.stages[1].order, VerticalOrder::backward);
  std::vector<std::string> intervals;
  std::vector<std::string> kernels;
  for (const StageKernel& kernel : stencil.stages[1].kernels) {
    intervals.push_back(kernel.interval);
    kernels.push_back(kernel.kernel);
  }
  EXPECT_THAT(intervals, ElementsAre("ground+1", "ground+2 : cloud-1", "cloud+1 : top-1"));
  EXPECT_THAT(kernels, ElementsAre("first", "body", "body"));
  EXPECT_EQ(stencil.stages[2].name, "copy");
  EXPECT_EQ(stencil.stages[2].kernels[0].kernel, "copy");
  EXPECT_EQ(stencil.stages[3].name, "last");
  EXPECT_EQ(stencil.stages[3].kernels[0].kernel, "last_first");
}

TEST(Stages, TheItemsOfTheirKernels) {
  const ThornDeclaration thorn = read(weather);
  const ItemDeclaration& laplacian = thorn.schedule[2];
  EXPECT_EQ(laplacian.kind, ItemKind::kernel);
  EXPECT_THAT(laplacian.launched_by, ElementsAre("diffusion"));
  EXPECT_EQ(laplacian.bin, "");
  EXPECT_EQ(laplacian.in, "");
  EXPECT_THAT(laplacian.sync, IsEmpty());
  EXPECT_EQ(laplacian.stage, 0);
  EXPECT_EQ(laplacian.order, VerticalOrder::parallel);
  EXPECT_TRUE(laplacian.device);
  EXPECT_THAT(laplacian.uses, ElementsAre("surface"));
  EXPECT_EQ(laplacian.description, "The Laplacian");
  EXPECT_THAT(texts(laplacian, Access::read), ElementsAre("in@1<-1:1, -1:1>"));
  EXPECT_EQ(laplacian.clauses[0].extent, (Extent{{-1, -1, 0}, {1, 1, 0}}));
  EXPECT_THAT(texts(laplacian, Access::write), ElementsAre("lap"));
  EXPECT_EQ(laplacian.where.text(), "weather.yaml:24:9");
  const ItemDeclaration& body = thorn.schedule[4];
  EXPECT_EQ(body.stage, 1);
  EXPECT_EQ(body.order, VerticalOrder::backward);
  EXPECT_THAT(texts(body, Access::read), ElementsAre("lap", "sum<0, 0, 1:1>"));
  EXPECT_EQ(body.clauses[1].extent, (Extent{{0, 0, 1}, {0, 0, 1}}));
  EXPECT_THAT(texts(body, Access::write), ElementsAre("sum"));
  EXPECT_EQ(body.where.text(), "weather.yaml:32:11");
  const ItemDeclaration& copy = thorn.schedule[5];
  EXPECT_EQ(copy.stage, 2);
  EXPECT_EQ(copy.binding("lap")->source, "weather::out");
  EXPECT_EQ(thorn.schedule[6].stage, 3);
  EXPECT_EQ(thorn.schedule[6].order, VerticalOrder::forward);
}

} // namespace stage_test
} // namespace nopal
