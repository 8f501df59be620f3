#include "driver/plan/gathered_meshes.hpp"

#include "core/base/assert.hpp"
#include "driver/mesh/route.hpp"

#include <span>
#include <utility>

namespace nopal {

namespace {

using Numbers = std::vector<std::int64_t>;

void write(Numbers& to, const std::vector<std::int32_t>& list) {
  to.push_back(std::ssize(list));
  to.insert(to.end(), list.begin(), list.end());
}

void write(Numbers& to, const LocalSet& set) {
  to.insert(to.end(), {set.global, set.core, set.owned, set.executed, set.stored, std::ssize(set.neighbours)});
  for (const SetNeighbour& neighbour : set.neighbours) {
    to.push_back(neighbour.rank);
    write(to, neighbour.receive);
    write(to, neighbour.send);
  }
}

/// Takes apart what write() has made.
class Parser {
public:
  explicit Parser(std::span<const std::int64_t> numbers) : numbers_(numbers) {}

  LocalSet set() {
    LocalSet set;
    set.global = next();
    for (std::int32_t* count : {&set.core, &set.owned, &set.executed, &set.stored}) *count = small();
    set.neighbours.resize(static_cast<std::size_t>(next()));
    for (SetNeighbour& neighbour : set.neighbours) {
      neighbour.rank = small();
      neighbour.receive = list();
      neighbour.send = list();
    }
    return set;
  }
  bool at_end() const { return numbers_.empty(); }

private:
  std::int64_t next() { return std::exchange(numbers_, numbers_.subspan(1)).front(); }
  std::int32_t small() { return static_cast<std::int32_t>(next()); }
  std::vector<std::int32_t> list() {
    std::vector<std::int32_t> list(static_cast<std::size_t>(next()));
    for (std::int32_t& number : list) number = small();
    return list;
  }
  std::span<const std::int64_t> numbers_;
};

} // namespace

std::vector<RunMesh> gather_meshes(MPI_Comm communicator, const RunMesh& mesh) {
  const int size = size_of(communicator);
  std::vector<Numbers> to(static_cast<std::size_t>(size));
  for (const LocalSet& set : mesh.local.sets) write(to.front(), set);
  const Routed<std::int64_t> gathered = route(communicator, to);
  std::vector<RunMesh> meshes;
  if (rank_in(communicator) != 0) return meshes;
  for (int rank = 0; rank < size; ++rank) {
    Parser parser(gathered.from(rank));
    RunMesh& made = meshes.emplace_back(RunMesh{.topology = mesh.topology, .local = {}, .processes = mesh.processes});
    for (int set = 0; set < mesh.topology.n_sets(); ++set) made.local.sets.push_back(parser.set());
    NOPAL_ASSERT(parser.at_end());
  }
  return meshes;
}

} // namespace nopal
