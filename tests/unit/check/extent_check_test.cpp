// Compares declared extents with what small kernels read, outside of stencils and in stages.

#include "core/check/reach_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>

namespace nopal::test {
namespace extent_check_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// Offsets of the fields in, out, lap and other, in the order of KernelArgument.
constexpr int in = 0, out = 1, lap = 2, other = 3;
const std::vector<KernelArgument> all_arguments = {{"in", "a::in@0", ArgumentKind::field},
                                                   {"out", "a::out@0", ArgumentKind::field, Access::readwrite},
                                                   {"lap", "a::lap@0", ArgumentKind::field, Access::readwrite},
                                                   {"other", "a::other@0", ArgumentKind::field}};

void read(AccessRecorder& recorder, int field, const Index& offset) { recorder.record({field, offset, false}); }
void write(AccessRecorder& recorder, int field) { recorder.record({field, {0, 0, 0}, true}); }

template <void body(AccessRecorder&)> void each_point(const HostLaunch& launch, AccessRecorder& recorder) {
  for (long n = 0; n < launch.n_boxes; ++n) body(recorder);
}

// lap = in(i-1) + in(i+1)
void laplacian(AccessRecorder& recorder) {
  read(recorder, in, {-1, 0, 0});
  read(recorder, in, {1, 0, 0});
  write(recorder, lap);
}
// out = lap(j-1) + lap(j), with other(j+2) in a branch
void update(AccessRecorder& recorder) {
  read(recorder, lap, {0, -1, 0});
  read(recorder, lap, {0, 0, 0});
  const RecordedAccess condition{other, {0, 0, 0}, false};
  recorder.record(condition);
  if (recorder.value(condition) < 0) read(recorder, other, {0, 2, 0});
  write(recorder, out);
}
// lap = in
void copy(AccessRecorder& recorder) {
  read(recorder, in, {0, 0, 0});
  write(recorder, lap);
}
// lap = in + lap(k-1)
void add_up(AccessRecorder& recorder) {
  read(recorder, lap, {0, 0, -1});
  copy(recorder);
}
void idle(AccessRecorder&) {}

/// The routines and kernels of a thorn `a`. The reads of variable n are at run.yaml:<n+1>:1, its writes at
/// run.yaml:<n+1>:2.
class Scene {
public:
  Scene() {
    const auto add = [&](const char* name, bool temporary, const std::vector<std::string>& names) {
      Group group;
      group.thorn = "a";
      group.name = name;
      group.temporary = temporary;
      variables.add_group(group, names);
    };
    add("fields", false, {"in", "out"});
    add("work", true, {"lap"});
    add("more", false, {"other"});
    spec.cells = {9, 9, 9};
  }

  Clause clause(int variable, Access access, std::optional<Extent> extent = {}, Region region = Region::none) {
    if (region == Region::none) region = access == Access::read ? Region::everywhere : Region::interior;
    Clause clause;
    clause.slot = {variable, 0};
    clause.region = region;
    clause.access = access;
    clause.where = {"run.yaml", variable + 1, access == Access::read ? 1 : 2};
    clause.extent = extent;
    return clause;
  }

  /// Adds a routine with a kernel. `body` is one of the recording functions above.
  Routine& kernel(const char* name, RecordingKernel body, std::vector<Clause> reads, std::vector<Clause> writes,
                  const char* branches = "", bool recordable = true) {
    std::vector<KernelArgument>& arguments = arguments_.emplace_back(all_arguments);
    for (const Clause& clause : reads) {
      arguments[static_cast<std::size_t>(clause.slot.variable)].has_extent = clause.extent.has_value();
      arguments[static_cast<std::size_t>(clause.slot.variable)].extent = clause.extent.value_or(Extent{});
    }
    Kernel& kernel = kernels.emplace_back(
        Kernel{"a", name, arguments.data(), 4, nullptr, nullptr, body, "", "", "a.kernel", branches, recordable});
    Routine routine;
    routine.id = static_cast<int>(routines.size());
    routine.thorn = "a";
    routine.name = routine.target = name;
    routine.is_kernel = true;
    routine.reads = std::move(reads);
    routine.writes = std::move(writes);
    bound.emplace(routine.id, BoundKernel(kernel, variables, parameters, {}));
    return routines.emplace_back(std::move(routine));
  }

  /// The text of the kernel that was added last computes the index of its read of this field.
  void compute_index(int field) {
    kernels.back().accesses = &accesses_.emplace_back(KernelAccess{.field = field,
                                                                   .line = 1,
                                                                   .column = 1,
                                                                   .indices = "i+away, j, k",
                                                                   .is_known = false,
                                                                   .offset = {},
                                                                   .normals = {},
                                                                   .reads = true,
                                                                   .writes = false});
    kernels.back().n_accesses = 1;
  }

  /// Puts the kernels into stages of the stencil a::s.
  void stencil(const std::vector<std::vector<int>>& stages, Region region = Region::interior) {
    auto stencil = std::make_shared<Stencil>();
    for (const std::vector<int>& numbers : stages) {
      StencilStage stage;
      stage.name = routines[static_cast<std::size_t>(numbers.front())].name;
      stage.region = region;
      for (const int number : numbers) {
        stage.kernels.push_back({{}, number, {}});
        routines[static_cast<std::size_t>(number)].stage = static_cast<int>(stencil->stages.size());
        routines[static_cast<std::size_t>(number)].launchers = {static_cast<int>(routines.size())};
      }
      stencil->stages.push_back(std::move(stage));
    }
    stencil->phases = phases;
    stencil->vertical = vertical;
    Routine routine;
    routine.id = static_cast<int>(routines.size());
    routine.thorn = "a";
    routine.name = "s";
    routine.where = {"run.yaml", 99, 0};
    routine.stencil = stencil;
    routines.push_back(std::move(routine));
  }

  /// Returns the findings as "error: …" and "warning: …".
  std::vector<std::string> check() const {
    const Decomposition decomposition(Domain(spec), 1);
    std::vector<std::string> lines;
    for (const Finding& finding :
         check_reach(variables, routines, decomposition, [&](const Routine& routine) -> const BoundKernel* {
           const auto found = bound.find(routine.id);
           return found == bound.end() ? nullptr : &found->second;
         }))
      lines.push_back((finding.severity == Severity::error ? "error: " : "warning: ") + text(finding));
    return lines;
  }

  Variables variables;
  Parameters parameters;
  DomainSpec spec;
  std::vector<Routine> routines;
  std::vector<StencilPhase> phases;
  bool vertical = false;

private:
  std::list<std::vector<KernelArgument>> arguments_;
  std::list<KernelAccess> accesses_;
  std::list<Kernel> kernels;
  std::map<int, BoundKernel> bound;
};

Extent along_i(int lower, int upper) { return {{lower, 0, 0}, {upper, 0, 0}}; }
Extent along_j(int lower, int upper) { return {{0, lower, 0}, {0, upper, 0}}; }
Extent along_k(int lower, int upper) { return {{0, 0, lower}, {0, 0, upper}}; }

TEST(ExtentCheck, KernelsWithoutExtentsAreAsBefore) {
  Scene scene;
  scene.kernel("laplacian", each_point<laplacian>, {scene.clause(in, Access::read)},
               {scene.clause(lap, Access::write)});
  EXPECT_THAT(scene.check(), IsEmpty());
}

TEST(ExtentCheck, AComputedIndexMayLieElsewhereThanDummyValuesShow) {
  for (const auto& extent : {std::optional<Extent>(), std::optional(along_i(-1, 1))}) {
    Scene scene;
    scene.kernel("copy", each_point<copy>, {scene.clause(in, Access::read, extent)},
                 {scene.clause(lap, Access::write)});
    EXPECT_THAT(scene.check(), ElementsAre(HasSubstr("uses only")));
    scene.compute_index(in);
    EXPECT_THAT(scene.check(), IsEmpty());
  }
}

TEST(ExtentCheck, OfAKernel) {
  const auto with = [](const Extent& extent) {
    Scene scene;
    scene.kernel("laplacian", each_point<laplacian>, {scene.clause(in, Access::read, extent)},
                 {scene.clause(lap, Access::write)});
    return scene.check();
  };
  EXPECT_THAT(with(along_i(-1, 1)), IsEmpty());
  EXPECT_THAT(
      with(along_i(0, 1)),
      ElementsAre("error: run.yaml:1:1: a::laplacian reads a::in@0 at (i-1,j,k), outside of the extent <0:1> that "
                  "it declares; fix: declare reads: [\"in<-1:1>\"]"));
  EXPECT_THAT(with({{-1, 0, 0}, {1, 0, 1}}),
              ElementsAre("warning: run.yaml:1:1: a::laplacian declares that it reads a::in@0 <-1:1, 0, 0:1>, but uses "
                          "only <-1:1>; fix: declare reads: [\"in<-1:1>\"]; this saves copies"));
  // Too narrow along one axis and too wide along another one is one finding.
  EXPECT_THAT(
      with(along_j(-1, 0)),
      ElementsAre("error: run.yaml:1:1: a::laplacian reads a::in@0 at (i-1,j,k), outside of the extent <0, -1:0> "
                  "that it declares; fix: declare reads: [\"in<-1:1>\"]"));
}

TEST(ExtentCheck, ExtentsAndRegionsOfAKernelAreTheSameClause) {
  Scene scene;
  scene.kernel("copy", each_point<copy>, {scene.clause(in, Access::read, along_i(-1, 1))},
               {scene.clause(lap, Access::write)});
  scene.kernel("laplacian", each_point<laplacian>, {scene.clause(in, Access::read, along_i(-1, 1), Region::interior)},
               {scene.clause(lap, Access::write)});
  EXPECT_THAT(
      scene.check(),
      ElementsAre("warning: run.yaml:1:1: a::copy declares that it reads a::in@0 <-1:1> (everywhere), but uses only "
                  "<0> and interior; fix: declare reads: [\"in<0>(interior)\"]; this saves copies",
                  AllOf(StartsWith("error: run.yaml:1:1: a::laplacian reads a::in@0 at (i-1,j,k) for each point"),
                        HasSubstr("fix: declare reads: [\"in<-1:1>\"]"))));
}

TEST(ExtentCheck, ReadsInBranchesOfAKernel) {
  const auto with = [](const Extent& extent, long ghosts = 2) {
    Scene scene;
    scene.spec.ghosts = scene.spec.boundary_width = ghosts;
    scene.spec.periodic = {true, true, true};
    scene.kernel("update", each_point<update>,
                 {scene.clause(lap, Access::read), scene.clause(other, Access::read, extent)},
                 {scene.clause(out, Access::write)}, "3:1 if");
    return scene.check();
  };
  EXPECT_THAT(with(along_j(0, 2)), IsEmpty());
  EXPECT_THAT(
      with(along_j(0, 1)),
      ElementsAre("error: run.yaml:4:1: a::update reads a::other@0 at (i,j+2,k) in a branch of its body, outside "
                  "of the extent <0, 0:1> that it declares; fix: declare reads: [\"other<0, 0:2>\"]"));
  EXPECT_THAT(
      with(along_i(-2, 1)),
      ElementsAre("error: run.yaml:4:1: a::update reads a::other@0 at (i,j+2,k) in a branch of its body, outside "
                  "of the extent <-2:1> that it declares; fix: declare reads: [\"other<-2:1, 0:2>\"]"));
  EXPECT_THAT(
      with(along_j(-3, 2)),
      ElementsAre("error: run.yaml:4:1: a::update declares that it reads a::other@0 <0, -3:2>, 3 points away, but "
                  "ghost zones are 2 wide; fix: set driver.ghosts: 3"))
      << "a body with branches may read as far as it declares";
}

TEST(ExtentCheck, AxesThatDoNotExistDoNotCount) {
  Scene scene;
  scene.spec.dimension = 1;
  scene.kernel("update", each_point<update>,
               {scene.clause(lap, Access::read, Extent{}), scene.clause(other, Access::read, along_j(0, 4))},
               {scene.clause(out, Access::write)}, "3:1 if");
  EXPECT_THAT(scene.check(), IsEmpty());
}

/// A stencil of laplacian (in -> lap) and update (lap, other -> out).
std::vector<std::string> stages(std::optional<Extent> of_in, std::optional<Extent> of_lap,
                                std::optional<Extent> of_other, bool recordable = true) {
  Scene scene;
  scene.kernel("laplacian", each_point<laplacian>, {scene.clause(in, Access::read, of_in)},
               {scene.clause(lap, Access::write)});
  scene.kernel("update", each_point<update>,
               {scene.clause(lap, Access::read, of_lap), scene.clause(other, Access::read, of_other)},
               {scene.clause(out, Access::write)}, "3:1 if", recordable);
  scene.stencil({{0}, {1}});
  return scene.check();
}

TEST(ExtentCheck, OfStages) {
  EXPECT_THAT(stages(along_i(-1, 1), along_j(-1, 0), along_j(0, 2)), IsEmpty());
  EXPECT_THAT(stages({}, along_j(-1, 0), along_j(0, 2)), IsEmpty()) << "a body without branches needs no extent";
  EXPECT_THAT(
      stages(along_i(-1, 0), along_j(-1, 0), along_j(0, 2)),
      ElementsAre("error: run.yaml:1:1: a::laplacian reads a::in@0 at (i+1,j,k), outside of the extent <-1:0> that "
                  "it declares; fix: declare reads: [\"in<-1:1>\"]"));
  EXPECT_THAT(
      stages(Extent{{-1, -1, 0}, {1, 0, 0}}, along_j(-1, 0), along_j(0, 2)),
      ElementsAre("warning: run.yaml:1:1: a::laplacian declares that it reads a::in@0 <-1:1, -1:0>, but its body "
                  "uses only <-1:1>; fix: declare reads: [\"in<-1:1>\"]; this saves ghost points"));
}

TEST(ExtentCheck, StagesWithBranchesDeclareWhatIsNotTheirPoint) {
  EXPECT_THAT(
      stages(along_i(-1, 1), {}, along_j(0, 2)),
      ElementsAre("error: run.yaml:3:1: a::update reads a::lap@0 at (i,j-1,k), but its clause has no extent. It "
                  "counts as <0>, because the body has branches (3:1 if) that may hide further reads; fix: "
                  "declare reads: [\"lap<0, -1:0>\"]"));
  EXPECT_THAT(
      stages(along_i(-1, 1), along_j(-1, 0), {}),
      ElementsAre("error: run.yaml:4:1: a::update reads a::other@0 at (i,j+2,k) in a branch of its body, but its "
                  "clause has no extent. It counts as <0>, because the body has branches (3:1 if) that may hide "
                  "further reads; fix: declare reads: [\"other<0, 0:2>\"]"));
}

TEST(ExtentCheck, StagesThatCannotBeRecordedDeclareAllExtents) {
  EXPECT_THAT(stages(along_i(-1, 1), along_j(-1, 0), along_j(0, 2), false), IsEmpty());
  EXPECT_THAT(stages(along_i(-1, 1), along_j(-1, 0), {}, false),
              ElementsAre("error: run.yaml:4:1: a::update reads a::other@0 in a stage of a::s, but its clause has no "
                          "extent, and nopal cannot find it out: the body cannot be run on dummy values; fix: declare "
                          "how far it reads, for example reads: [\"other<-1:1>\"], or reads: [\"other<0>\"] for the "
                          "point itself"));
}

/// A stage with the kernels copy and add_up, which share their clauses, as intervals have them.
std::vector<std::string> intervals(std::optional<Extent> of_lap, RecordingKernel second = each_point<add_up>) {
  Scene scene;
  const std::vector<Clause> reads{scene.clause(in, Access::read), scene.clause(lap, Access::read, of_lap)};
  const std::vector<Clause> writes{scene.clause(lap, Access::write)};
  scene.kernel("copy", each_point<copy>, reads, writes);
  scene.kernel("add_up", second, reads, writes);
  scene.stencil({{0, 1}});
  return scene.check();
}

TEST(ExtentCheck, IntervalsOfAStageShareTheirClauses) {
  EXPECT_THAT(intervals(along_k(-1, -1)), IsEmpty()) << "copy need not read lap";
  EXPECT_THAT(intervals({}), IsEmpty());
  EXPECT_THAT(
      intervals(along_k(0, 0)),
      ElementsAre("error: run.yaml:3:1: a::add_up reads a::lap@0 at (i,j,k-1), outside of the extent <0> that it "
                  "declares; fix: declare reads: [\"lap<0, 0, -1:0>\"]"));
  EXPECT_THAT(
      intervals(along_k(-1, 0)),
      ElementsAre("warning: run.yaml:3:1: a::s declares that stage \"copy\" reads a::lap@0 <0, 0, -1:0>, but its "
                  "kernels use only <0, 0, -1:-1>; fix: declare reads: [\"lap<0, 0, -1:-1>\"]"));
  EXPECT_THAT(intervals(along_k(-1, -1), each_point<copy>),
              ElementsAre("warning: run.yaml:3:1: a::s declares that stage \"copy\" reads a::lap@0, but none of its "
                          "kernels uses it; fix: remove the clause; then the stencil does less work"));
}

TEST(ExtentCheck, AStageWritesWhatItDeclares) {
  EXPECT_THAT(intervals(along_k(-1, -1), each_point<idle>), testing::Not(testing::Contains(StartsWith("error"))))
      << "copy writes lap";
  Scene scene;
  scene.kernel("copy", each_point<copy>, {scene.clause(in, Access::read)},
               {scene.clause(lap, Access::write), scene.clause(out, Access::write)});
  scene.stencil({{0}});
  EXPECT_THAT(
      scene.check(),
      ElementsAre("error: run.yaml:2:2: a::copy declares that it writes a::out@0, but its body assigns no value to "
                  "it; fix: assign a value, or remove the clause"));
}

TEST(ExtentCheck, BoundaryStagesAreAsKernels) {
  Scene scene;
  scene.kernel("laplacian", each_point<laplacian>, {scene.clause(in, Access::read)},
               {scene.clause(out, Access::write, {}, Region::boundary)});
  scene.stencil({{0}}, Region::boundary);
  EXPECT_THAT(scene.check(), testing::Contains(HasSubstr("this lies outside of the grid; fix: read inwards")));
}

/// A stencil that reads `in` on an extent.
std::vector<std::string> reading(const Extent& extent, std::array<bool, 3> periodic, bool temporary = false,
                                 bool vertical = false) {
  Scene scene;
  scene.spec.periodic = periodic;
  scene.spec.ghosts = 2;
  scene.spec.boundary_width = 3;
  scene.kernel("copy", each_point<copy>, {scene.clause(in, Access::read)}, {scene.clause(lap, Access::write)});
  StencilPhase phase{0, 1, {{{"in", temporary}}, {}}, {{in, 0}}, {}};
  phase.propagation.inputs = {extent};
  scene.phases = {phase};
  scene.vertical = vertical;
  scene.stencil({{0}});
  return scene.check();
}

TEST(ExtentCheck, InputsOfAStencilAgainstTheGrid) {
  EXPECT_THAT(reading(along_i(-2, 2), {true, true, true}), IsEmpty());
  EXPECT_THAT(reading(along_i(-3, 2), {true, true, true}),
              ElementsAre("error: run.yaml:99: a::s reads a::in@0 on <-3:2>, all stages together, 3 points away, but "
                          "ghost zones are 2 wide; fix: set driver.ghosts: 3"));
  EXPECT_THAT(reading(along_j(0, 4), {true, false, true}),
              ElementsAre("error: run.yaml:99: a::s reads a::in@0 on <0, 0:4>, all stages together, 4 points away, but "
                          "the outer boundary is 3 wide; fix: set driver.boundary_width: 4"));
  EXPECT_THAT(
      reading(along_j(0, 3), {true, false, true}),
      ElementsAre("warning: run.yaml:99: a::s reads a::in@0 on <0, 0:3>, all stages together, 3 points away, but "
                  "ghost zones are 2 wide (this run's processes have no neighbours along that axis); fix: set "
                  "driver.ghosts: 3"));
  EXPECT_THAT(reading(along_k(0, 3), {true, true, false}, false, true), IsEmpty()) << "each process has whole columns";
  EXPECT_THAT(reading(along_i(-3, 2), {true, true, true}, true), IsEmpty()) << "a temporary has no ghosts";
}

} // namespace extent_check_test
} // namespace nopal::test
