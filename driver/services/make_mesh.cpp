#include "driver/services/make_mesh.hpp"

#include "core/host/arithmetic.hpp"
#include "core/sets/mesh_check.hpp"
#include "core/thorn/mesh_maker.hpp"
#include "driver/mesh/distribute.hpp"
#include "driver/mesh/mesh_report.hpp"
#include "driver/mesh/partition.hpp"
#include "driver/services/mpi_collective.hpp"
#include "driver/session/agreement.hpp"
#include "driver/session/failure.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace nopal {

namespace {

void call_functions(const Session& session, const RunDescription& run, MeshMaker& maker) {
  for (const ThornDeclaration& thorn : run.description.thorns) {
    if (thorn.mesh.empty()) continue;
    void (*function)(MeshMaker&) = nullptr;
    together(session, [&] { function = run.libraries->mesh(thorn); });
    const Arithmetic before = Arithmetic::of_thread();
    try {
      function(maker);
    } catch (...) {
      throw Error(fmt::format("{}, {}: {}", thorn.name, thorn.mesh, failure_text(std::current_exception())));
    }
    if (const std::string changed = changes(before, Arithmetic::of_thread()); !changed.empty()) {
      before.set();
      spdlog::warn("{}: {} changes for all routines: {}; nopal has set it back: set it back before the function ends",
                   thorn.name, thorn.mesh, changed);
    }
  }
}

/// Collective. Throws the same Error on all ranks if a set has another size on one of them.
void check_same_sizes(const Session& session, const Topology& topology, const MeshMaker& maker) {
  Facts sizes;
  for (std::size_t set = 0; set < topology.sets.size(); ++set) {
    const std::int64_t size = maker.slices().sizes[set];
    sizes.emplace_back("the size of " + topology.sets[set].name, size < 0 ? "" : std::to_string(size));
  }
  if (const std::string text = differences(session, sizes); !text.empty())
    throw Error("a function that makes a mesh must give each set the same size on all ranks, but " + text);
}

/// Throws an Error for each set and map that got nothing.
void check_complete(const Topology& topology, const MeshMaker& maker) {
  ErrorList errors;
  for (std::size_t map = 0; map < topology.maps.size(); ++map)
    if (!maker.given()[map])
      errors.add(topology.maps[map].where,
                 fmt::format("the map {} has no table: name its dataset under mesh.maps, or give it in a function that "
                             "makes a mesh",
                             topology.maps[map].name));
  for (std::size_t set = 0; set < topology.sets.size(); ++set)
    if (maker.slices().sizes[set] < 0)
      errors.add(topology.sets[set].where,
                 fmt::format("the set {} has no size: name a dataset with its size under mesh.sets, or give it in a "
                             "function that makes a mesh",
                             topology.sets[set].name));
  errors.raise_if_any();
}

PartitionWay way_of(const Parameters& parameters, const MeshSlices& slices) {
  const std::string& way = parameters.string("driver::partition");
  if (way == "blocks") return PartitionWay::blocks;
  if (way == "coordinates") {
    if (slices.positions.dimension == 0)
      throw Error(parameters.where("driver::partition"),
                  "driver.partition is coordinates, but no set has coordinates: name them under mesh.positions, or "
                  "choose graph or blocks");
    return PartitionWay::coordinates;
  }
  return PartitionWay::graph;
}

/// Says that driver.partition does not divide these sets.
void log_sets_on_grids(const Topology& topology, const MeshRules& rules) {
  for (int set = 0; set < topology.n_sets(); ++set)
    if (const OnRhombus* const grid = rules.of_set(set))
      spdlog::info("set {}: on an icosahedral grid of {} columns and {} rows; each process has whole rows, whatever "
                   "driver.partition is",
                   topology.sets[static_cast<std::size_t>(set)].name, grid->columns(), grid->rhombus.rows());
}

} // namespace

void make_mesh(const Session& session, RunDescription& run) {
  const Topology& topology = run.description.schedule.topology();
  run.mesh = {.topology = topology, .local = {}, .processes = session.size()};
  if (topology.empty()) return;
  if (run.decomposition->size() != session.size())
    throw Error(
        fmt::format("processes divide a mesh together, so as many must make the plan as the run will have: start "
                    "it with mpirun -n {}, and leave out --ranks",
                    run.decomposition->size()));
  const Parameters& parameters = run.description.parameters;
  MpiCollective collective(session.communicator());
  MeshMaker maker(parameters, topology, collective,
                  [&](const std::function<void()>& step) { together(session, step); });
  call_functions(session, run, maker);
  check_same_sizes(session, topology, maker);
  together(session, [&] {
    check_complete(topology, maker);
    ErrorList errors;
    for (const std::string& wrong : mesh_mistakes(topology, maker.slices(), session.rank(), session.size()))
      errors.add(wrong);
    errors.raise_if_any();
  });
  const auto way = together(session, [&] { return way_of(parameters, maker.slices()); });
  const Partition partition = partition_mesh(session.communicator(), topology, maker.slices(), way);
  const SumOrder sums = parameters.boolean("accelerator::reproducible") ? SumOrder::by_number : SumOrder::by_place;
  run.mesh.local = distribute(session.communicator(), topology, maker.slices(), partition.owners, sums);
  if (run.line.loops > 0) run.mesh.positions = maker.slices().positions;
  log_sets_on_grids(topology, maker.slices().rules);
  for (const std::string& line : report_lines(topology, mesh_report(session.communicator(), topology, run.mesh.local)))
    spdlog::info("{}", line);
  run.kernels->bind_loops(run.description, *run.libraries, run.mesh);
}

} // namespace nopal
