// Which calls are fused, what stays in the tiles, and what goes to which storage.

#include "core/schedule/fusion.hpp"

#include "stencils.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace fusion_test {

using testing::ElementsAre;
using testing::IsEmpty;

/// A thorn with a state u, v, its right-hand sides r, s and what a method keeps of u. `rhs` and `update`: the keys of
/// the two calls beside their names.
std::string thorn(const std::string& rhs, const std::string& update, const std::string& more = "") {
  return "thorn: a\n"
         "description: d\n"
         "parameters:\n"
         "  n: {type: int, default: 1, description: d}\n"
         "  m: {type: int, default: 1, steerable: always, description: d}\n"
         "groups:\n"
         "  state: {type: gf, variables: [u, v], description: d}\n"
         "  rates: {type: gf, variables: [r, s], tags: {checkpoint: no}, description: d}\n"
         "  kept: {type: gf, variables: [old], description: d}\n"
         "  work: {type: gf, variables: [t], temporary: true, description: d}\n"
         "  one: {type: scalar, variables: [w], description: d}\n"
         "schedule:\n"
         "  - {kernel: rhs, at: evol, " +
         rhs + "}\n  - {kernel: update, at: evol, after: [rhs], " + update + "}\n" + more;
}

const std::string rhs = "reads: [\"u<-1:1>\", v], writes: [r]", update = "reads: [u, r(interior)], writes: [u, old]";

/// Fuses routines of a world. A clause without an extent is a read of the point itself.
class Calls {
public:
  explicit Calls(const std::string& text) : world_({text}), schedule_(world_.build()) {}

  bool writes_all = true;

  std::optional<FusedCalls> fuse(const std::vector<std::string>& names) const {
    std::vector<const Routine*> calls;
    for (const std::string& name : names) calls.push_back(&routine_of(schedule_, name));
    return nopal::fuse(calls, schedule_, world_.variables, world_.parameters, texts());
  }
  /// "r", or "not fused".
  std::string local(const std::vector<std::string>& names = {"rhs", "update"}) const {
    const std::optional<FusedCalls> fused = fuse(names);
    if (!fused) return "not fused";
    std::string text;
    for (const Slot slot : fused->local) text += (text.empty() ? "" : ", ") + name(slot);
    return text;
  }
  /// "u of stage 1, renewed, keeps"
  std::vector<std::string> outputs(const std::vector<std::string>& names = {"rhs", "update"}) const {
    std::vector<std::string> all;
    const FusedCalls fused = fuse(names).value();
    for (const TileOutput& output : fused.outputs)
      all.push_back(name(output.slot) + " of stage " + std::to_string(output.stage) +
                    (output.renewed ? ", renewed" : "") + (output.keeps ? ", keeps" : ""));
    return all;
  }
  bool may_end(const std::string& name) const {
    return may_end_fusion(routine_of(schedule_, name), world_.variables, texts());
  }

private:
  KernelTexts texts() const {
    return {[](const Routine& kernel, Slot slot) -> std::optional<Extent> {
              if (kernel.name == "hidden") return std::nullopt;
              for (const Clause& clause : kernel.reads)
                if (clause.slot == slot) return clause.extent.value_or(Extent{});
              return std::nullopt;
            },
            [this](const Routine& /*kernel*/) { return writes_all; }};
  }
  std::string name(Slot slot) const { return world_.variables.full_name(slot.variable).substr(3); }

  World world_;
  Schedule schedule_;
};

TEST(Fusion, WhatOnlyTheCallsUseStaysInTheTiles) {
  const Calls calls(thorn(rhs, update));
  EXPECT_EQ(calls.local(), "r");
  // u is read around each point, so its new values go to other storage. Nobody reads old.
  EXPECT_THAT(calls.outputs(), ElementsAre("u of stage 1, renewed, keeps", "old of stage 1"));
  const FusedCalls fused = calls.fuse({"rhs", "update"}).value();
  EXPECT_EQ(named(fused.phase, fused.phase.propagation.inputs), "a::u@0 <-1:1>, a::v@0 <0>");
  ASSERT_EQ(fused.kernels.size(), 2U);
  EXPECT_EQ(fused.kernels[0].call, 0);
  EXPECT_EQ(fused.kernels[1].call, 1);
}

TEST(Fusion, APointThatIsOnlyReadAtItselfIsWrittenInPlace) {
  const Calls calls(thorn("reads: [u, v], writes: [r]", update));
  EXPECT_THAT(calls.outputs(), ElementsAre("old of stage 1"));
}

TEST(Fusion, AKernelThatMayLeavePointsAloneKeepsTheValuesFromBefore) {
  Calls calls(thorn(rhs, "reads: [r(interior)], writes: [u, old]"));
  EXPECT_THAT(calls.outputs(), ElementsAre("u of stage 1, renewed", "old of stage 1"));
  calls.writes_all = false;
  EXPECT_THAT(calls.outputs(), ElementsAre("u of stage 1, renewed, keeps"));
}

TEST(Fusion, ATemporaryThatIsReadAroundAPointReachesFurther) {
  const std::string text =
      thorn(rhs, update,
            "  - stencil: parts\n    at: evol\n    before: [rhs]\n    stages:\n"
            "      - {kernel: f, reads: [u], writes: [t]}\n      - {kernel: g, reads: [\"t<-2:2>\"], writes: [s]}\n"
            "  - {kernel: other, at: evol, before: [rhs], after: [parts], reads: [s(interior), u], writes: [u]}\n");
  EXPECT_EQ(Calls(text).local({"parts", "other"}), "s");
  EXPECT_THAT(Calls(text).outputs({"parts", "other"}), ElementsAre("u of stage 2, renewed, keeps"));
}

TEST(Fusion, ThreeCalls) {
  const std::string add =
      "  - {kernel: add, at: evol, after: [rhs], before: [update], reads: [\"u<-3:3>\", r(interior)], "
      "writes: [r]}\n";
  const Calls calls(thorn(rhs, update, add));
  EXPECT_EQ(calls.local({"rhs", "add", "update"}), "r");
  // Without its end the chain loses what the end reads.
  EXPECT_EQ(calls.local({"rhs", "add"}), "not fused");
  EXPECT_TRUE(calls.may_end("update"));
  EXPECT_FALSE(calls.may_end("add"));
}

TEST(Fusion, NothingIsFusedIfSomebodyElseReadsTheField) {
  EXPECT_EQ(
      Calls(thorn(rhs, update, "  - {kernel: look, at: evol, after: [update], reads: [r(interior)], writes: [s]}\n"))
          .local(),
      "not fused");
  EXPECT_EQ(Calls(thorn(rhs, update, "  - {kernel: look, at: analysis, reads: [r(interior)], writes: [s]}\n")).local(),
            "not fused");
  EXPECT_EQ(Calls(thorn(rhs, update, "  - {function: norm, at: output, reduces: [r]}\n")).local(), "not fused");
  // These may run after a request, or after a parameter was steered. The last one never runs.
  EXPECT_EQ(Calls(thorn(rhs, update, "  - {kernel: look, at: analysis, every: 0, reads: [r(interior)], writes: [s]}\n"))
                .local(),
            "not fused");
  EXPECT_EQ(
      Calls(thorn(rhs, update, "  - {kernel: look, at: analysis, if: m > 1, reads: [r(interior)], writes: [s]}\n"))
          .local(),
      "not fused");
  EXPECT_EQ(
      Calls(thorn(rhs, update, "  - {kernel: look, at: analysis, if: n > 1, reads: [r(interior)], writes: [s]}\n"))
          .local(),
      "r");
  // This one reads it after a write of its own.
  EXPECT_EQ(Calls(thorn(rhs, update,
                        "  - {kernel: again, at: evol, after: [update], before: [look], reads: [v], writes: [r]}\n"
                        "  - {kernel: look, at: evol, reads: [r(interior)], writes: [s]}\n"))
                .local(),
            "r");
  // This one writes only a part of what is read later.
  EXPECT_EQ(Calls(thorn(rhs, update,
                        "  - {kernel: again, at: evol, after: [update], before: [look], writes: [r(boundary)]}\n"
                        "  - {kernel: look, at: evol, reads: [r(interior)], writes: [s]}\n"))
                .local(),
            "not fused");
}

TEST(Fusion, NothingIsFusedIfTheFieldIsKeptOrTravels) {
  EXPECT_EQ(Calls(thorn("reads: [\"u<-1:1>\"], writes: [v]", "reads: [v(interior), u], writes: [u]")).local(),
            "not fused");
  EXPECT_EQ(Calls(thorn(rhs + ", sync: [r]", update)).local(), "not fused");
  EXPECT_EQ(Calls(thorn(rhs, update + ", storage: [rates]")).local(), "not fused");
}

TEST(Fusion, TheWriterRunsWheneverTheReaderDoes) {
  EXPECT_EQ(Calls(thorn(rhs + ", every: 2", update)).local(), "not fused");
  EXPECT_EQ(Calls(thorn(rhs + ", if: w > 0", update)).local(), "not fused");
  EXPECT_EQ(Calls(thorn(rhs + ", trigger: [u]", update)).local(), "not fused");
  EXPECT_EQ(Calls(thorn(rhs + ", if: n > 0", update)).local(), "r");
  EXPECT_EQ(Calls(thorn(rhs, update + ", every: 2")).local(), "r");
  EXPECT_EQ(Calls(thorn(rhs, update + ", if: w > 0")).local(), "r");
}

TEST(Fusion, AReaderThatRunsAgainNeedsTheFieldAgain) {
  const auto looped = [](const std::string& condition) {
    return thorn(rhs, update,
                 "  - {kernel: first, at: evol, before: [rhs, loop], reads: [\"u<-1:1>\"], writes: [s]}\n"
                 "  - {group: loop, at: evol, before: [rhs]" +
                     condition +
                     "}\n"
                     "  - {kernel: last, in: loop, reads: [s(interior)], writes: [old]}\n"
                     "  - {function: count, in: loop, writes: [w]}\n");
  };
  EXPECT_EQ(Calls(looped("")).local({"first", "last"}), "s");
  EXPECT_EQ(Calls(looped(", while: w > 0")).local({"first", "last"}), "not fused");
}

TEST(Fusion, WhatTheCallsMustNotDo) {
  // It reads around its point what the first one writes.
  EXPECT_EQ(Calls(thorn(rhs, "reads: [\"r<-1:1>\"], writes: [u]")).local(), "not fused");
  // It reads the old values around its point, and they are in other storage.
  EXPECT_EQ(Calls(thorn("reads: [v], writes: [r, u]", "reads: [r(interior), \"u<-1:1>\"], writes: [v]")).local(),
            "not fused");
  // Two of them write what the first one reads around its point.
  EXPECT_EQ(Calls(thorn(rhs, update,
                        "  - {kernel: more, at: evol, after: [rhs], before: [update], reads: [v], "
                        "writes: [u]}\n"))
                .local({"rhs", "more", "update"}),
            "not fused");
  EXPECT_EQ(Calls(thorn("reads: [v], writes: [r(owned)]", update)).local(), "not fused");
  EXPECT_EQ(Calls(thorn(rhs, "reads: [r(interior)], writes: [u(owned)]")).local(), "not fused");
  // Nobody knows how far it reads.
  EXPECT_EQ(Calls(thorn(rhs, update, "  - {kernel: hidden, at: evol, after: [update], reads: [v], writes: [s]}\n"))
                .local({"rhs", "update", "hidden"}),
            "not fused");
}

} // namespace fusion_test
} // namespace nopal::test
