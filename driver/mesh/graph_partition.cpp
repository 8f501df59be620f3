#include "driver/mesh/graph_partition.hpp"

#include "core/base/error.hpp"

#include <mpi.h>

#include <cstdint>
#include <cstdio>

#include <ptscotch.h>

namespace nopal {

namespace {

static_assert(sizeof(SCOTCH_Num) == sizeof(std::int64_t), "PT-Scotch with 64-bit numbers is needed");

/// Sets the context so that the same graph on the same number of processes gives the same partition. One thread: this
/// process's threads belong to the run, and MPI may be called by one only.
bool make_repeatable(SCOTCH_Context* context) {
  bool right = SCOTCH_contextOptionSetNum(context, SCOTCH_OPTIONNUMDETERMINISTIC, 1) == 0;
  right = right && SCOTCH_contextOptionSetNum(context, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1) == 0;
  right = right && SCOTCH_contextThreadSpawn(context, 1, nullptr) == 0;
  SCOTCH_contextRandomSeed(context, 1);
  SCOTCH_contextRandomReset(context);
  return right;
}

bool part(SCOTCH_Dgraph* graph, int parts, int processes, std::vector<SCOTCH_Num>& result) {
  SCOTCH_Context context;
  SCOTCH_contextInit(&context);
  SCOTCH_Dgraph bound;
  bool right = make_repeatable(&context) && SCOTCH_contextBindDgraph(&context, graph, &bound) == 0;
  if (right) {
    SCOTCH_Strat strategy;
    SCOTCH_stratInit(&strategy);
    right = SCOTCH_stratDgraphMapBuild(&strategy, SCOTCH_STRATQUALITY, processes, parts, partition_imbalance) == 0 &&
            SCOTCH_dgraphPart(&bound, parts, &strategy, result.data()) == 0;
    SCOTCH_stratExit(&strategy);
    SCOTCH_dgraphExit(&bound);
  }
  SCOTCH_contextExit(&context);
  return right;
}

} // namespace

std::vector<int> partition_graph(MPI_Comm communicator, const ElementGraph& graph, int parts) {
  const auto elements = static_cast<SCOTCH_Num>(graph.offsets.size()) - 1;
  const auto arcs = static_cast<SCOTCH_Num>(graph.targets.size());
  // PT-Scotch takes pointers to numbers that it does not change. None may be null on some processes only, so the
  // vectors are never empty.
  std::vector<SCOTCH_Num> offsets(graph.offsets.begin(), graph.offsets.end());
  std::vector<SCOTCH_Num> targets(graph.targets.begin(), graph.targets.end());
  std::vector<SCOTCH_Num> weights(graph.weights.begin(), graph.weights.end());
  targets.push_back(0);
  weights.push_back(0);
  std::vector<SCOTCH_Num> result(static_cast<std::size_t>(elements) + 1);
  MPI_Comm own = MPI_COMM_NULL; // for its messages
  MPI_Comm_dup(communicator, &own);
  int processes = 1;
  MPI_Comm_size(own, &processes);
  SCOTCH_Dgraph dgraph;
  int failed = SCOTCH_dgraphInit(&dgraph, own) != 0;
  if (failed == 0) {
    failed = SCOTCH_dgraphBuild(&dgraph, 0, elements, elements, offsets.data(), offsets.data() + 1, nullptr, nullptr,
                                arcs, arcs, targets.data(), nullptr, weights.data()) != 0 ||
             !part(&dgraph, parts, processes, result);
    SCOTCH_dgraphExit(&dgraph);
  }
  MPI_Comm_free(&own);
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, communicator);
  if (failed != 0) throw Error("PT-Scotch could not partition the mesh; choose another partition");
  return {result.begin(), result.end() - 1};
}

} // namespace nopal
