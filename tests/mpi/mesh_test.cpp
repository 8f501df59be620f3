// A mesh that is distributed over processes, compared with what follows from the whole mesh.

#include "driver/mesh/distribute.hpp"
#include "driver/mesh/mesh_report.hpp"
#include "driver/mesh/partition.hpp"
#include "driver/mesh/route.hpp"
#include "driver/plan/gathered_meshes.hpp"
#include "driver/services/mesh_access.hpp"
#include "tests/support/error_of.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace {

/// The owners that follow from those of some sets, found in the whole tables.
WholeOwners owners_that_follow(const WholeMesh& mesh, WholeOwners owners, std::vector<bool> known) {
  const auto joined = [&](const MeshMap& map, int set, bool leads) {
    return leads ? map.from == set && known[map.to] : map.to == set && known[map.from];
  };
  const auto next = [&](bool leads) {
    for (int set = 0; set < mesh.topology.n_sets(); ++set)
      for (const MeshMap& map : mesh.topology.maps)
        if (!known[set] && joined(map, set, leads)) return set;
    return -1;
  };
  for (;;) {
    const bool leads = next(true) != -1;
    const int set = leads ? next(true) : next(false);
    if (set == -1) return owners;
    owners[set].assign(mesh.sizes[set], -1);
    for (std::int64_t element = 0; element < mesh.sizes[set]; ++element) {
      int& owner = owners[set][element];
      for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
        const MeshMap& map = mesh.topology.maps[m];
        if (!joined(map, set, leads)) continue;
        if (leads && owner == -1 && !mesh.maps[m].row(element).empty())
          owner = owners[map.to][mesh.maps[m].row(element)[0]];
        for (std::int64_t n = 0; n < mesh.maps[m].rows() && !leads && owner == -1; ++n)
          if (std::ranges::count(mesh.maps[m].row(n), element) > 0) owner = owners[map.from][n];
      }
      if (owner == -1) owner = ElementBlocks{mesh.sizes[set], world_size()}.process_of(element);
    }
    known[set] = true;
  }
}

TEST(Mesh, ValuesReachTheirRanksInOrder) {
  std::vector<std::vector<int>> to(world_size());
  for (int rank = 0; rank < world_size(); ++rank)
    for (int n = 0; n < (world_rank() + 2 * rank) % 4 * 3; ++n)
      to[rank].push_back(1000 * world_rank() + 100 * rank + n);
  for (const std::size_t most_bytes : {most_message_bytes, std::size_t{5}}) {
    const Routed<int> got = route(MPI_COMM_WORLD, to, most_bytes);
    for (int rank = 0; rank < world_size(); ++rank) {
      std::vector<int> expected;
      for (int n = 0; n < (rank + 2 * world_rank()) % 4 * 3; ++n)
        expected.push_back(1000 * rank + 100 * world_rank() + n);
      const auto values = got.from(rank);
      EXPECT_EQ(std::vector<int>(values.begin(), values.end()), expected);
    }
  }
}

TEST(Mesh, ValuesOfElementsAreFetchedFromTheirBlocks) {
  const ElementBlocks blocks{23, world_size()};
  std::vector<double> block;
  for (std::int64_t n = blocks.first(world_rank()); n < blocks.first(world_rank() + 1); ++n) block.push_back(0.5 * n);
  std::vector<std::int64_t> numbers;
  for (std::int64_t n = world_rank(); n < blocks.elements; n += 2) numbers.push_back(n);
  const std::vector<double> values = fetch(MPI_COMM_WORLD, blocks, block, numbers);
  ASSERT_EQ(values.size(), numbers.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) EXPECT_EQ(values[n], 0.5 * numbers[n]);
}

TEST(Mesh, DistributedMeshesAreBuiltAsFromTheWholeMesh) {
  Random random(11); // the same on all ranks
  for (int n = 0; n < 30; ++n) {
    SCOPED_TRACE("mesh " + std::to_string(n));
    const WholeMesh mesh = random_mesh(random);
    const WholeOwners owners = random_owners(random, mesh, world_size());
    const LocalMesh local = distribute(MPI_COMM_WORLD, mesh.topology, own_slice(mesh),
                                       block_of(owners, world_rank(), world_size()), SumOrder::by_number);
    EXPECT_EQ(local, build_all(mesh, owners, world_size())[world_rank()]);
  }
}

TEST(Mesh, PartitionedMeshesAreBuiltAsFromTheWholeMesh) {
  Random random(12);
  for (int n = 0; n < 20; ++n)
    for (const PartitionWay way : ways) {
      SCOPED_TRACE("mesh " + std::to_string(n) + ", way " + std::to_string(static_cast<int>(way)));
      const WholeMesh mesh = random_mesh(random);
      const Partition partition = partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way);
      const LocalMesh local =
          distribute(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), partition.owners, SumOrder::by_number);
      EXPECT_EQ(local, build_all(mesh, gather(partition.owners), world_size())[world_rank()]);
    }
}

TEST(Mesh, PlansGetTheSetsOfAllProcesses) {
  Random random(11);
  for (int n = 0; n < 10; ++n) {
    const WholeMesh mesh = random_mesh(random);
    const WholeOwners owners = random_owners(random, mesh, world_size());
    std::vector<LocalMesh> expected = build_all(mesh, owners, world_size());
    const RunMesh own{.topology = mesh.topology, .local = expected[world_rank()], .processes = world_size()};
    const std::vector<RunMesh> gathered = gather_meshes(MPI_COMM_WORLD, own);
    ASSERT_EQ(std::ssize(gathered), world_rank() == 0 ? world_size() : 0);
    for (std::size_t rank = 0; rank < gathered.size(); ++rank) {
      for (LocalSet& set : expected[rank].sets) {
        set.numbers.clear();
        set.order.clear();
      }
      EXPECT_EQ(gathered[rank].local.sets, expected[rank].sets) << "rank " << rank;
      EXPECT_TRUE(gathered[rank].local.maps.empty());
      EXPECT_EQ(gathered[rank].processes, world_size());
      EXPECT_EQ(gathered[rank].topology.n_sets(), mesh.topology.n_sets());
    }
  }
}

TEST(Mesh, OwnersFollowThroughMaps) {
  Random random(13);
  for (int n = 0; n < 30; ++n) {
    SCOPED_TRACE("mesh " + std::to_string(n));
    const WholeMesh mesh = random_mesh(random);
    std::vector<bool> known(mesh.sizes.size());
    WholeOwners owners = random_owners(random, mesh, world_size());
    for (std::size_t s = 0; s < known.size(); ++s) {
      known[s] = s == 0 || dice(random, 0, 3) == 0;
      if (!known[s]) owners[s].clear();
    }
    const WholeOwners expected = owners_that_follow(mesh, owners, known);
    WholeOwners blocks = block_of(owners, world_rank(), world_size());
    follow_owners(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), blocks, known);
    EXPECT_EQ(gather(blocks), expected);
  }
}

TEST(Mesh, GhostsGetTheirOwnersNumbers) {
  Random random(14);
  const WholeMesh mesh = quadrilaterals(12, random);
  for (const PartitionWay way : ways) {
    const Partition partition = partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way);
    const LocalMesh local =
        distribute(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), partition.owners, SumOrder::by_number);
    for (const LocalSet& set : local.sets) {
      std::vector<std::int64_t> values(set.numbers.begin(), set.numbers.begin() + set.owned);
      values.resize(set.stored, -1);
      std::vector<std::vector<std::int64_t>> messages(world_size());
      for (const SetNeighbour& neighbour : set.neighbours)
        for (const std::int32_t element : neighbour.send) messages[neighbour.rank].push_back(values[element]);
      const Routed<std::int64_t> got = route(MPI_COMM_WORLD, messages);
      for (const SetNeighbour& neighbour : set.neighbours) {
        ASSERT_EQ(got.from(neighbour.rank).size(), neighbour.receive.size());
        for (std::size_t n = 0; n < neighbour.receive.size(); ++n)
          values[neighbour.receive[n]] = got.from(neighbour.rank)[n];
      }
      EXPECT_EQ(values, set.numbers);
    }
  }
}

/// Values that say which component of which element they are.
std::vector<std::int64_t> labels(const std::vector<std::int64_t>& numbers, int components) {
  std::vector<std::int64_t> values;
  for (const std::int64_t number : numbers)
    for (int c = 0; c < components; ++c) values.push_back(10 * number + c);
  return values;
}

TEST(Mesh, ValuesGoFromOwnersToBlocksAndBack) {
  Random random(23);
  for (int n = 0; n < 20; ++n) {
    const WholeMesh mesh = random_mesh(random);
    const WholeOwners owners = random_owners(random, mesh, world_size());
    const RunMesh run{mesh.topology, build_all(mesh, owners, world_size())[world_rank()], world_size()};
    MeshAccess access(MPI_COMM_WORLD, run);
    for (int set = 0; set < mesh.topology.n_sets(); ++set) {
      const std::string name = mesh.topology.sets[set].name;
      const ElementBlocks blocks = access.blocks(name);
      std::vector<std::int64_t> owned = access.set(name).numbers, block(blocks.count(world_rank()));
      owned.resize(access.set(name).owned);
      std::iota(block.begin(), block.end(), blocks.first(world_rank()));
      EXPECT_EQ(access.to_blocks(name, 3, labels(owned, 3)), labels(block, 3));
      EXPECT_EQ(access.from_blocks(name, 3, labels(block, 3)), labels(owned, 3));
      const std::vector<double> reals(block.begin(), block.end());
      EXPECT_EQ(access.to_blocks(name, 1, access.from_blocks(name, 1, reals)), reals);
    }
  }
}

/// The sets of an icosahedral grid by rule, and two more: the first leads to edges and the second one is led to by
/// edges.
WholeMesh joined_to_tables(Random& random) {
  WholeMesh mesh = icosahedral_mesh(dice(random, 3, 7), dice(random, 3, 6), random);
  mesh.topology.sets.push_back({"t::before", "", {}});
  mesh.topology.sets.push_back({"t::behind", "", {}});
  mesh.sizes.insert(mesh.sizes.end(), {20, 15});
  const auto add = [&](const char* name, int from, int to) {
    mesh.topology.maps.push_back({name, from, to, 2, "", {}, dice(random, 0, 1) == 1});
    mesh.maps.push_back(random_table(random, 2, mesh.sizes[from], mesh.sizes[to]));
  };
  add("t::before_edges", 3, 1);
  add("t::edge_behind", 1, 4);
  add("t::cell_vertices", 0, 2); // beside the rule
  return mesh;
}

/// Each process holds at least what it needs, in whole lines, and the right rows of it.
TEST(Mesh, SetsOnAnIcosahedralGridHaveWholeRowsOnEachProcess) {
  Random random(31);
  for (int n = 0; n < 12; ++n) {
    const bool joined = n % 3 != 0;
    const WholeMesh mesh = joined ? joined_to_tables(random) : icosahedral_mesh(dice(random, 3, 7), 3 + n % 4, random);
    for (const PartitionWay way : ways) {
      const Partition partition = partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way);
      const WholeOwners owners = gather(partition.owners);
      WholeMesh grid = mesh;
      grid.sizes.resize(3);
      EXPECT_EQ(WholeOwners(owners.begin(), owners.begin() + 3), owners_by_rows(grid, world_size()));
      for (const SumOrder sums : {SumOrder::by_number, SumOrder::by_place}) {
        const LocalMesh local = distribute(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), partition.owners, sums);
        if (!joined) {
          EXPECT_EQ(local, build_all(mesh, owners, world_size(), sums)[world_rank()]);
        }
        const std::vector<HeldElements> held = held_by(mesh, owners, world_rank());
        for (std::size_t s = 0; s < held.size(); ++s) {
          const LocalSet& set = local.sets[s];
          const std::set<std::int64_t> stored(set.numbers.begin(), set.numbers.end());
          const std::set<std::int64_t> executed(set.numbers.begin(), set.numbers.begin() + set.executed);
          EXPECT_EQ(std::ssize(stored), set.stored);
          EXPECT_TRUE(std::ranges::includes(stored, held[s].stored));
          EXPECT_TRUE(std::ranges::includes(executed, held[s].executed));
          if (s < 3) {
            EXPECT_EQ(set.stored % mesh.rules.sets[0]->columns(), 0);
            EXPECT_EQ(set.core % mesh.rules.sets[0]->columns(), 0);
          }
        }
        std::vector<std::int32_t> room;
        for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
          const LocalSet &from = local.sets[mesh.topology.maps[m].from], &to = local.sets[mesh.topology.maps[m].to];
          EXPECT_EQ(local.maps[m].lines() != nullptr, mesh.rules.of_map(m));
          ASSERT_EQ(local.maps[m].rows(), from.executed);
          for (std::int32_t row = 0; row < from.executed; ++row) {
            std::vector<std::int64_t> targets;
            const auto found = local.maps[m].row(row, room);
            for (const std::int32_t target : found) targets.push_back(to.numbers.at(target));
            EXPECT_TRUE(std::ranges::equal(targets, mesh.maps[m].row(from.numbers[row])));
            if (row < from.core) {
              EXPECT_TRUE(std::ranges::all_of(found, [&](std::int32_t target) { return target < to.owned; }));
            }
          }
        }
      }
    }
  }
}

TEST(Mesh, OwnedRowsHaveGlobalNumbers) {
  Random random(24);
  for (int n = 0; n < 20; ++n) {
    const WholeMesh mesh = random_mesh(random);
    const WholeOwners owners = random_owners(random, mesh, world_size());
    const RunMesh run{mesh.topology, build_all(mesh, owners, world_size())[world_rank()], world_size()};
    const MeshAccess access(MPI_COMM_WORLD, run);
    for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
      std::vector<std::int64_t> owned = run.local.sets[mesh.topology.maps[m].from].numbers;
      owned.resize(run.local.sets[mesh.topology.maps[m].from].owned);
      EXPECT_EQ(access.owned_rows(mesh.topology.maps[m].name), rows_of(mesh.maps[m], owned));
    }
    EXPECT_NE(error_of([&] { access.owned_rows("t::no_map"); }).find("declares the map \"t::no_map\""),
              std::string::npos);
  }
}

TEST(Mesh, TheReportCountsElementsGhostsAndCutRows) {
  Random random(21);
  for (int n = 0; n < 20; ++n) {
    const bool by_rule = n % 5 == 0;
    const WholeMesh mesh = by_rule ? icosahedral_mesh(5, 6, random) : random_mesh(random);
    const WholeOwners owners = by_rule ? owners_by_rows(mesh, world_size()) : random_owners(random, mesh, world_size());
    const std::vector<LocalMesh> parts = build_all(mesh, owners, world_size());
    const MeshReport report = mesh_report(MPI_COMM_WORLD, mesh.topology, parts[world_rank()]);
    MeshReport expected{.processes = world_size(), .sets = {}, .maps = {}};
    for (std::size_t s = 0; s < mesh.sizes.size(); ++s) {
      SetReport& set = expected.sets.emplace_back();
      set.elements = set.least_owned = mesh.sizes[s];
      for (int rank = 0; rank < world_size(); ++rank) {
        const HeldElements held = held_by(mesh, owners, rank)[s];
        set.least_owned = std::min(set.least_owned, std::ssize(held.owned));
        set.most_owned = std::max(set.most_owned, std::ssize(held.owned));
        set.execute_halo += std::ssize(held.executed) - std::ssize(held.owned);
        set.other_ghosts += std::ssize(held.stored) - std::ssize(held.executed);
        set.most_neighbours = std::max(set.most_neighbours, std::ssize(parts[rank].sets[s].neighbours));
      }
    }
    for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
      const MeshMap& map = mesh.topology.maps[m];
      MapReport& counts = expected.maps.emplace_back();
      counts.rows = mesh.maps[m].rows();
      counts.by_rule = mesh.rules.of_map(m);
      for (const LocalMesh& part : parts) counts.bytes += part.maps[m].bytes();
      counts.targets = std::ssize(mesh.maps[m].targets());
      for (std::int64_t row = 0; row < counts.rows; ++row) {
        const auto targets = mesh.maps[m].row(row);
        counts.longest_row = std::max(counts.longest_row, std::ssize(targets));
        counts.cut_rows += std::ranges::any_of(
            targets, [&](std::int64_t target) { return owners[map.to][target] != owners[map.from][row]; });
      }
    }
    EXPECT_EQ(report, expected);
  }
}

TEST(Mesh, TheReportAsText) {
  Topology topology;
  topology.sets = {{"a::cells", "", {}}, {"a::edges", "", {}}};
  topology.maps = {{"a::edge_cells", 1, 0, 2, "", {}, true}, {"a::ring", 0, 1, 0, "", {}, false}};
  MeshReport report{.processes = 4,
                    .sets = {{100, 20, 30, 12, 7, 3}, {0, 0, 0, 0, 0, 0}},
                    .maps = {{60, 120, 2, 9, true, 480}, {100, 250, 6, 8, false, 1800}}};
  EXPECT_EQ(
      report_lines(topology, report),
      (std::vector<std::string>{
          "set a::cells: 100 elements, 20 to 30 on a process (at most 20.0 % above the mean); ghosts: 12 executed, "
          "7 others; at most 3 neighbours",
          "set a::edges: 0 elements, 0 to 0 on a process; ghosts: 0 executed, 0 others; at most 0 neighbours",
          "map a::edge_cells: a::edges to a::cells, 2 of each; a rule of 480 bytes; 9 rows lead to another process",
          "map a::ring: a::cells to a::edges, 2.5 of each on average, at most 6; a table of 1800 bytes; "
          "8 rows lead to another process"}));
  report.processes = 1;
  EXPECT_EQ(report_lines(topology, report)[0], "set a::cells: 100 elements");
  EXPECT_EQ(report_lines(topology, report)[2],
            "map a::edge_cells: a::edges to a::cells, 2 of each; a rule of 480 bytes");
}

} // namespace
} // namespace nopal::test
