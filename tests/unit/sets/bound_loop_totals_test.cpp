// Loops over sets that reduce: sums, the least and the largest values of all owned elements.

#include "bound_loops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace nopal::test {
namespace {

using ::testing::SizeIs;

/// The totals of one process; edges have the values value(global number).
template <class Value> std::vector<LoopTotal> totals_on(const RunMesh& mesh, std::span<const LoopArgument> arguments,
                                                        int members, const Value& value, bool split = false) {
  const Variables variables = mesh_variables();
  const LoopKernel kernel = kernel_of(arguments, edge_maps, reduce);
  LoopShareCache cache;
  BoundLoop loop(kernel, loop_of(kernel, variables, mesh.topology), variables, mesh_parameters(), mesh, cache);
  MeshMemory memory(variables, mesh);
  const LocalSet& edges = mesh.local.sets[1];
  for (std::int32_t n = 0; n < edges.stored; ++n) memory.reals({length})[n] = value(edges.numbers[n]);
  std::unique_ptr<HostBackend> backend;
  if (members > 0) backend = std::make_unique<SomeThreads>(members);
  loop.run_on_host(memory, {}, HostVersion::plain, backend.get());
  if (split) {
    loop.run_on_host(memory, {}, HostVersion::plain, backend.get(), LoopPart::core);
    loop.run_on_host(memory, {}, HostVersion::plain, backend.get(), LoopPart::rest);
  } else {
    loop.run_on_host(memory, {}, HostVersion::plain, backend.get()); // the totals are of the last run only
  }
  return loop.totals();
}

TEST(BoundLoop, TotalsAreOfTheOwnedElements) {
  Random random(9);
  const WholeMesh whole = quadrilaterals(50, random); // more edges than are gathered at once
  const auto n = static_cast<double>(whole.sizes[1]);
  const auto value = [](std::int64_t number) { return static_cast<double>(number) + 3; };
  for (const bool adds : {false, true})
    for (const int processes : {1, 3})
      for (const int members : {0, 1, 4, -1, -4}) { // negative: in two parts
        if (adds && members < 0) continue;          // elements between both parts would count twice
        SCOPED_TRACE(testing::Message() << adds << " " << processes << " " << members);
        const WholeOwners owners = processes == 1 ? one_owner(whole) : random_owners(random, whole, processes);
        std::vector<LoopTotal> all;
        std::int64_t halo = 0;
        for (const RunMesh& mesh : run_meshes(whole, owners, processes)) {
          const std::span<const LoopArgument> arguments =
              adds ? std::span<const LoopArgument>(adding_arguments) : total_arguments;
          const std::vector<LoopTotal> own = totals_on(mesh, arguments, std::abs(members), value, members < 0);
          halo += mesh.local.sets[1].executed - mesh.local.sets[1].owned;
          if (all.empty())
            all = own;
          else
            for (std::size_t t = 0; t < own.size(); ++t) all[t].merge(own[t]);
        }
        EXPECT_EQ(halo > 0, processes > 1);
        ASSERT_THAT(all, SizeIs(6));
        EXPECT_EQ(all[0].sum.value(), n * (n - 1) / 2 + 3 * n);
        EXPECT_EQ(all[1].real, 3);
        EXPECT_EQ(all[2].real, n + 2);
        EXPECT_EQ(all[3].sum.value(), n * (n - 1) + 6 * n);
        EXPECT_EQ(all[4].integer, 6);
        EXPECT_EQ(all[5].integer, 2 * static_cast<std::int64_t>(n) + 4);
        EXPECT_EQ(all[0].slot, (Slot{total, 0}));
        EXPECT_EQ(all[5].slot, (Slot{n_most, 0}));
        for (const LoopTotal& each : all) EXPECT_FALSE(each.nan);
      }
}

TEST(BoundLoop, TotalsOfNegativeValuesAndOfNothing) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(4, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const std::vector<LoopTotal> some = totals_on(meshes[0], total_arguments, 0, [](std::int64_t) { return -8.0; });
  EXPECT_EQ(some[1].real, -8);
  EXPECT_EQ(some[2].real, -8);
  EXPECT_EQ(some[4].integer, -16);
  EXPECT_EQ(some[5].integer, -16);
  RunMesh nothing{whole.topology, {}, 1};
  nothing.local.sets.resize(3);
  for (int m = 0; m < 3; ++m) nothing.local.maps.emplace_back(LocalTable(whole.maps[m].arity(), {}));
  const std::vector<LoopTotal> none = totals_on(nothing, total_arguments, 2, [](std::int64_t) { return 1.0; });
  EXPECT_EQ(none[0].sum.value(), 0);
  EXPECT_EQ(none[1].real, std::numeric_limits<double>::infinity());
  EXPECT_EQ(none[2].real, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(none[4].integer, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(none[5].integer, std::numeric_limits<std::int64_t>::min());
}

TEST(BoundLoop, ExactSumsRoundOnce) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(6, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const auto value = [](std::int64_t number) {
    return number == 0 ? 1e300 : number == 1 ? -1e300 : number == 2 ? 0.5 : 0;
  };
  EXPECT_EQ(totals_on(meshes[0], total_arguments, 3, value)[0].sum.value(), 0.5);
}

TEST(BoundLoop, TotalsMayStartFromAValue) {
  Random random(2);
  const WholeMesh whole = quadrilaterals(4, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  std::vector<LoopArgument> arguments(std::begin(total_arguments), std::end(total_arguments));
  arguments[2].has_from = true;
  arguments[2].from = 0.75;
  const std::vector<LoopTotal> totals = totals_on(meshes[0], arguments, 0, [](std::int64_t) { return 1.0; });
  EXPECT_EQ(totals[0].from, std::nullopt);
  EXPECT_EQ(totals[1].from, 0.75);
  EXPECT_EQ(totals[1].real, 1) << "the value does not count among those of the elements";
}

} // namespace
} // namespace nopal::test
