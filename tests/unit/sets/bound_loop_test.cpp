// Loops over sets with kernels written by hand: what targets get, and what kernels are given.

#include "bound_loops.hpp"
#include "tests/support/error_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// res(t, c) += and hits(t) += of both cells of an edge.
void add_fluxes(const HostLoop& loop, const LoopSegment& segment, void* const*) {
  const auto* from = static_cast<const double*>(loop.dats[0].values);
  const auto* along = static_cast<const double*>(loop.dats[1].values);
  auto* sums = static_cast<double*>(loop.dats[2].values);
  auto* counts = static_cast<std::int64_t*>(loop.dats[3].values);
  for (long at = segment.first; at < segment.end; ++at) {
    const long e = segment.elements == nullptr ? at : segment.elements[at];
    const std::int32_t* row = loop.maps[1].targets + e * 2;
    const bool some = segment.rows != nullptr && segment.rows[1] != nullptr;
    const std::int32_t* to = some ? segment.rows[1] + at * 2 : row;
    for (int t = 0; t < 2; ++t) {
      if (to[t] < 0) continue;
      for (int c = 0; c < 2; ++c)
        sums[to[t] * 2 + c] += (from[row[0] * 2 + c] - from[row[1] * 2 + c]) * (t == 0 ? along[e] : -along[e]);
      counts[to[t]] += loop.numbers[e] + 1;
    }
  }
}

const LoopArgument flux_arguments[] = {dat("q", "t::q@0", Access::read, 2, 1),
                                       dat("length", "t::length@0", Access::read, 1),
                                       dat("res", "t::res@0", Access::increment, 2, 1), [] {
                                         LoopArgument argument = dat("hits", "t::hits@0", Access::increment, 1, 1);
                                         argument.is_integer = true;
                                         return argument;
                                       }()};

/// What the owned cells of all processes have after the loop, by global number: res(0), res(1), hits.
/// `split`: the core runs first, while ghosts are NaN.
std::vector<std::array<double, 3>> fluxes(const WholeMesh& whole, const WholeOwners& owners, int processes, int members,
                                          bool split = false) {
  const Variables variables = mesh_variables();
  const Parameters parameters = mesh_parameters();
  const LoopKernel kernel = kernel_of(flux_arguments, edge_maps, add_fluxes);
  std::vector<std::array<double, 3>> result(whole.sizes[0]);
  for (const RunMesh& mesh : run_meshes(whole, owners, processes)) {
    LoopShareCache cache;
    BoundLoop loop(kernel, loop_of(kernel, variables, mesh.topology), variables, parameters, mesh, cache);
    MeshMemory memory(variables, mesh);
    const LocalSet &cells = mesh.local.sets[0], &edges = mesh.local.sets[1];
    std::unique_ptr<HostBackend> backend;
    if (members > 0) backend = std::make_unique<SomeThreads>(members);
    const auto fill = [&](bool ghosts) {
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      for (std::int32_t n = 0; n < cells.stored; ++n)
        for (int c = 0; c < 2; ++c)
          memory.reals({q})[2 * n + c] =
              ghosts || n < cells.owned ? std::sin(static_cast<double>(cells.numbers[n] + 100 * c)) : none;
      for (std::int32_t n = 0; n < edges.stored; ++n)
        memory.reals({length})[n] = ghosts || n < edges.owned ? 1 / (1.0 + edges.numbers[n]) : none;
    };
    if (split) {
      fill(false);
      loop.run_on_host(memory, {}, HostVersion::plain, backend.get(), LoopPart::core);
    }
    fill(true);
    loop.run_on_host(memory, {}, HostVersion::plain, backend.get(), split ? LoopPart::rest : LoopPart::all);
    EXPECT_THAT(loop.totals(), IsEmpty());
    for (std::int32_t n = 0; n < cells.owned; ++n)
      result[cells.numbers[n]] = {memory.reals({res})[2 * n], memory.reals({res})[2 * n + 1],
                                  static_cast<double>(memory.words({hits})[n])};
  }
  return result;
}

TEST(BoundLoop, AddsTheSameBitsWithAnyNumberOfThreadsAndProcesses) {
  Random random(3);
  const WholeMesh whole = quadrilaterals(15, random);
  const std::vector<std::array<double, 3>> expected = fluxes(whole, one_owner(whole), 1, 0);
  std::vector<std::int64_t> counts(whole.sizes[0]);
  for (std::int64_t e = 0; e < whole.maps[0].rows(); ++e)
    for (const std::int64_t cell : whole.maps[0].row(e)) counts[cell] += e + 1;
  for (std::size_t n = 0; n < counts.size(); ++n) EXPECT_EQ(expected[n][2], counts[n]) << "each edge counts once";
  for (const int members : {1, 2, 4, 7}) EXPECT_EQ(fluxes(whole, one_owner(whole), 1, members), expected) << members;
  for (int round = 0; round < 6; ++round) {
    const int processes = 2 + round % 3;
    EXPECT_EQ(fluxes(whole, random_owners(random, whole, processes), processes, round), expected) << round;
  }
}

TEST(BoundLoop, AddsTheSameBitsIfTheCoreRunsBeforeTheGhostsAreThere) {
  Random random(3);
  const WholeMesh whole = quadrilaterals(15, random);
  const std::vector<std::array<double, 3>> expected = fluxes(whole, one_owner(whole), 1, 0);
  WholeOwners halves = one_owner(whole);
  for (std::vector<int>& owners : halves)
    for (std::size_t n = owners.size() / 2; n < owners.size(); ++n) owners[n] = 1;
  for (const int members : {0, 1, 2, 5}) {
    EXPECT_EQ(fluxes(whole, one_owner(whole), 1, members, true), expected) << "all elements are core";
    EXPECT_EQ(fluxes(whole, halves, 2, members, true), expected) << members;
    for (int processes = 2; processes <= 4; ++processes)
      EXPECT_EQ(fluxes(whole, random_owners(random, whole, processes), processes, members, true), expected)
          << processes << " processes, " << members << " threads";
  }
}

/// What a launch gave to the kernel last.
struct Given {
  double reals[2];
  std::int64_t integers[4];
  KernelClock clock;
  std::int32_t stored;
  std::string version;
} given;

void keep(const HostLoop& loop, const LoopSegment&, void* const*) {
  std::copy_n(loop.reals, 2, given.reals);
  std::copy_n(loop.integers, 4, given.integers);
  given.clock = loop.clock;
  given.stored = loop.dats[0].stored;
  given.version = "plain";
}
void keep_checked(const HostLoop& loop, const LoopSegment& segment, void* const* totals) {
  keep(loop, segment, totals);
  given.version = "checked";
}

TEST(BoundLoop, GivesScalarsAndParameters) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(4, random);
  const WholeOwners owners = random_owners(random, whole, 2);
  const std::vector<RunMesh> meshes = run_meshes(whole, owners, 2);
  const Variables variables = mesh_variables();
  Parameters parameters = mesh_parameters();
  const LoopArgument arguments[] = {
      dat("length", "t::length@0", Access::write, 1),       number("gas", "t::gas", ArgumentKind::real),
      number("speed_p", "t::speed@1", ArgumentKind::real),  number("order", "t::order", ArgumentKind::integer),
      number("steps", "t::steps@0", ArgumentKind::integer), number("flag", "t::flag", ArgumentKind::integer),
      number("shape", "t::shape", ArgumentKind::integer)};
  LoopKernel kernel = kernel_of(arguments, {}, keep);
  kernel.checked = keep_checked;
  LoopShareCache cache;
  const int has_edges = meshes[0].local.sets[1].owned > 0 ? 0 : 1;
  const RunMesh& mesh = meshes[has_edges];
  BoundLoop loop(kernel, loop_of(kernel, variables, mesh.topology), variables, parameters, mesh, cache);
  MeshMemory memory(variables, mesh);
  *memory.reals({speed, 0}) = 1;
  *memory.reals({speed, 1}) = 0.25;
  *memory.words({steps}) = -12;
  loop.run_on_host(memory, {.time = 0.5, .dt = 0.125, .iteration = 9}, HostVersion::plain, nullptr);
  EXPECT_THAT(given.reals, ElementsAre(1.5, 0.25));
  EXPECT_THAT(given.integers, ElementsAre(7, -12, 1, 2));
  EXPECT_EQ(given.clock.time, 0.5);
  EXPECT_EQ(given.clock.dt, 0.125);
  EXPECT_EQ(given.clock.iteration, 9);
  EXPECT_EQ(given.stored, mesh.local.sets[1].stored);
  EXPECT_EQ(given.version, "plain");

  parameters.set("t::gas", {false, {2.5}}, {});
  parameters.set("t::flag", {false, {false}}, {});
  parameters.set("t::shape", {false, {std::string("round")}}, {});
  *memory.words({steps}) = 13;
  loop.run_on_host(memory, {}, HostVersion::checked, nullptr);
  EXPECT_EQ(given.version, "checked");
  EXPECT_EQ(given.reals[0], 1.5) << "parameters are read when they are refreshed";
  EXPECT_THAT(given.integers, ElementsAre(7, 13, 1, 2));
  loop.refresh_parameters(parameters);
  loop.run_on_host(memory, {}, HostVersion::plain, nullptr);
  EXPECT_THAT(given.reals, ElementsAre(2.5, 0.25));
  EXPECT_THAT(given.integers, ElementsAre(7, 13, 0, 1));
}

TEST(BoundLoop, CanBeSplitUnlessElementsWouldCountTwice) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(8, random);
  WholeOwners apart = one_owner(whole); // all edges lead to cells of the other process
  for (int& owner : apart[0]) owner = 1;
  const Variables variables = mesh_variables();
  const auto splits = [&](std::span<const LoopArgument> arguments, const RunMesh& mesh, bool on_device) {
    const LoopKernel kernel = kernel_of(arguments, edge_maps, reduce);
    LoopShareCache cache;
    return BoundLoop(kernel, loop_of(kernel, variables, mesh.topology), variables, mesh_parameters(), mesh, cache)
        .can_be_split(on_device);
  };
  const std::vector<RunMesh> one = run_meshes(whole, one_owner(whole), 1);
  ASSERT_GT(one[0].local.sets[1].core, 0);
  EXPECT_TRUE(splits(flux_arguments, one[0], false)) << "it only adds";
  EXPECT_TRUE(splits(total_arguments, one[0], false)) << "it adds to nothing else than totals";
  EXPECT_FALSE(splits(adding_arguments, one[0], false));
  EXPECT_TRUE(splits(adding_arguments, one[0], true)) << "a device executes no element twice";
  const std::vector<RunMesh> without_core = run_meshes(whole, apart, 2);
  ASSERT_EQ(without_core[0].local.sets[1].core, 0);
  EXPECT_FALSE(splits(flux_arguments, without_core[0], true));
}

TEST(LoopShareCache, LoopsWithTheSameMapsHaveTheSameShares) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(6, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const Variables variables = mesh_variables();
  const LoopKernel flux = kernel_of(flux_arguments, edge_maps, add_fluxes);
  const LoopKernel sums = kernel_of(total_arguments, edge_maps, reduce);
  const SetLoop adds = *loop_of(flux, variables, whole.topology), reads = *loop_of(sums, variables, whole.topology);
  LoopShareCache cache;
  const std::vector<int> maps{1, 0};
  const LoopShares& four = cache.find(meshes[0], adds, maps, false, 4);
  EXPECT_EQ(four.n_parts(), 4);
  EXPECT_EQ(&cache.find(meshes[0], adds, maps, false, 4), &four);
  EXPECT_EQ(cache.find(meshes[0], adds, maps, false, 3).n_parts(), 3);
  EXPECT_NE(&cache.find(meshes[0], adds, {0, 1}, false, 4), &four) << "rows stand in the order of the kernel's maps";
  EXPECT_NE(&cache.find(meshes[0], adds, {0}, false, 4), &four);
  const LoopShares& alone = cache.find(meshes[0], adds, maps, true, 4);
  EXPECT_EQ(alone.n_parts(), 1);
  EXPECT_EQ(&cache.find(meshes[0], adds, {0}, false, 1), &alone) << "one thread needs no rows";
  EXPECT_EQ(cache.find(meshes[0], reads, maps, true, 4).n_parts(), 1) << "one block";
  EXPECT_EQ(&cache.find(meshes[0], reads, {0}, false, 4), &cache.find(meshes[0], reads, maps, true, 4));
  EXPECT_NE(&cache.find(meshes[0], adds, maps, false, 4, LoopPart::core), &four);
}

TEST(BoundLoop, NeedsAVersionForDevicesThere) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(3, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const Variables variables = mesh_variables();
  const LoopKernel kernel = kernel_of(total_arguments, edge_maps, reduce);
  LoopShareCache cache;
  BoundLoop loop(kernel, loop_of(kernel, variables, meshes[0].topology), variables, mesh_parameters(), meshes[0],
                 cache);
  LoopStore store(meshes[0], variables.n_variables());
  EXPECT_THAT(
      error_of([&] { loop.prepare(store, {}); }),
      HasSubstr("the library of thorn t was built from another declaration than the one loaded: kernel k has no "
                "version for devices; build the thorn again"));
}

std::string binding_error(const LoopArgument& argument, const LoopMap& map = edge_maps[1]) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(3, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const Variables variables = mesh_variables();
  const LoopKernel kernel = kernel_of({&argument, 1}, {&map, 1}, reduce);
  const auto loop = std::make_shared<const SetLoop>(SetLoop{1, {}, {}});
  LoopShareCache cache;
  return error_of([&] { BoundLoop(kernel, loop, variables, mesh_parameters(), meshes[0], cache); });
}

std::string outdated(const std::string& source, const std::string& what) {
  return "the library of thorn t was built from another declaration than the one loaded: kernel k needs " + source +
         ", " + what + "; build the thorn again";
}

TEST(BoundLoop, RefusesAnOutdatedLibrary) {
  const std::string gone = "which no active thorn declares any more";
  const std::string changed = "which has another type or another number of components now";
  EXPECT_EQ(binding_error(dat("q", "t::q@1", Access::read, 2, 0)), "no error");
  EXPECT_EQ(binding_error(dat("q", "t::p@0", Access::read, 2, 0)), outdated("t::p@0", gone));
  EXPECT_EQ(binding_error(dat("q", "t::q@2", Access::read, 2, 0)), outdated("t::q@2", gone));
  EXPECT_EQ(binding_error(dat("q", "t::q@0", Access::read, 3, 0)), outdated("t::q@0", changed));
  EXPECT_EQ(binding_error(dat("hits", "t::hits@0", Access::read, 1, 0)), outdated("t::hits@0", changed));
  EXPECT_EQ(binding_error(dat("total", "t::total@0", Access::read, 1)), outdated("t::total@0", changed));
  EXPECT_EQ(binding_error(total_of("q", "t::q@0", Access::increment, false)), outdated("t::q@0", changed));
  EXPECT_EQ(binding_error(total_of("n_sum", "t::n_sum@0", Access::increment, false)), outdated("t::n_sum@0", changed));
  EXPECT_EQ(binding_error(total_of("n_sum", "t::n_sum@0", Access::increment, true)), "no error");
  EXPECT_EQ(binding_error(number("steps", "t::steps@0", ArgumentKind::real)), outdated("t::steps@0", changed));
  EXPECT_EQ(binding_error(number("speed", "t::speed@0", ArgumentKind::integer)), outdated("t::speed@0", changed));
  const std::string other = "a parameter that has another type now";
  EXPECT_EQ(binding_error(number("gas", "t::gas", ArgumentKind::integer)), outdated("t::gas", other));
  EXPECT_EQ(binding_error(number("order", "t::order", ArgumentKind::real)), outdated("t::order", other));
  EXPECT_EQ(binding_error(number("mach", "t::mach", ArgumentKind::real)), outdated("t::mach", other));
  const std::string map = "a map that no active thorn declares with this arity and this by_rule any more";
  const LoopArgument good = dat("q", "t::q@0", Access::read, 2, 0);
  EXPECT_EQ(binding_error(good, {"t::edge_cell", 2}), outdated("t::edge_cell", map));
  EXPECT_EQ(binding_error(good, {"t::edge_cells", 1}), outdated("t::edge_cells", map));
  EXPECT_EQ(binding_error(good, {"t::edge_cells", 0}), outdated("t::edge_cells", map));
}

void fail_at_first(const HostLoop&, const LoopSegment&, void* const*) { throw Error("not here"); }

TEST(BoundLoop, PassesOnErrorsOfItsKernel) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(6, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const Variables variables = mesh_variables();
  const LoopKernel kernel = kernel_of(flux_arguments, edge_maps, fail_at_first);
  LoopShareCache cache;
  BoundLoop loop(kernel, loop_of(kernel, variables, whole.topology), variables, mesh_parameters(), meshes[0], cache);
  MeshMemory memory(variables, meshes[0]);
  SomeThreads three(3);
  EXPECT_THAT(error_of([&] { loop.run_on_host(memory, {}, HostVersion::plain, nullptr); }), HasSubstr("not here"));
  EXPECT_THAT(error_of([&] { loop.run_on_host(memory, {}, HostVersion::plain, &three); }), HasSubstr("not here"));
}

} // namespace
} // namespace nopal::test
