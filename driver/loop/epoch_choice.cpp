#include "driver/loop/epoch_choice.hpp"

#include "driver/setup/epochs.hpp"
#include "driver/setup/processor.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace nopal {

namespace {

/// Requests to end the run wait for the end of an epoch. If nopal chooses the number of iterations, an epoch should not
/// take longer than this.
constexpr double longest_epoch = 10; // seconds
/// A trial begins after at least so many iterations without epochs, and waits no longer for the trials of stencils. The
/// second one shows how long an iteration takes; the first one also touches memory for the first time.
constexpr int least_waited = 2, most_waited = 40;
/// A trial compares so many numbers of iterations, each with so many shapes of tiles.
constexpr std::size_t most_factors = 2, most_shapes = 2;

std::vector<int> factors(int given) {
  if (given > 0) return {given};
  std::vector<int> all;
  for (int factor = largest_automatic_factor; factor > 1; factor /= 2) all.push_back(factor);
  return all;
}

Way way_of(int most, int iterations, const EpochTile& tile) {
  Way way;
  way.most = most;
  way.iterations = iterations;
  way.tile = tile.shape;
  way.cost = tile.cost;
  way.shape = tile.text;
  way.text = fmt::format("epochs: {} iterations at most, {}", most, way.shape);
  return way;
}

} // namespace

EpochChoice::EpochChoice(const RunDescription& run, const Session& session, const EpochMaker& maker,
                         const Fusion& fusion, const Validity& validity, int threads)
    : run_(run), session_(session), parameters_(run.description.parameters), maker_(maker), fusion_(fusion),
      validity_(validity), deep_(run.ghosts.iterations), demand_(tile_demand(run, session.rank(), threads)) {}

int EpochChoice::given() const {
  const auto given = static_cast<int>(parameters_.integer("driver::blocking_factor"));
  return given == 0 && deep_ > 1 ? deep_ : given;
}

Ways EpochChoice::find_ways(std::int64_t first) const {
  Ways ways;
  ways.all.push_back(no_epochs());
  ways.asked = given() > 0;
  double least_cost = 0;
  std::set<int> seen; // numbers of iterations
  for (const int factor : factors(given())) {
    const RunEpoch made = maker_.make(first, factor, -1, &validity_);
    const int iterations = made.steps.iterations;
    if (iterations < maker_.least() || !seen.insert(iterations).second) continue; // ghosts or output allow no more
    const std::vector<EpochTile> tiles = choose_epoch_tiles(unrolled(made.epoch), demand_);
    for (const EpochTile& tile : tiles) ways.all.push_back(way_of(factor, iterations, tile));
    if (seen.size() > 1 && tiles.front().cost >= least_cost) continue;
    least_cost = tiles.front().cost;
    const auto whole = std::ranges::find(tiles, Index{0, 0, 0}, &EpochTile::shape);
    ways.small =
        whole != tiles.end() && whole->bytes <= demand_.cache_bytes * static_cast<std::size_t>(demand_.threads);
  }
  return ways;
}

/// The parts of the ranks may differ a little, and so may the shapes that suit them. Those of rank 0 are for all.
void EpochChoice::share(Ways& ways) const {
  std::vector<double> numbers{ways.small ? 1.0 : 0.0};
  for (const Way& way : ways.all)
    for (const double number :
         {static_cast<double>(way.most), static_cast<double>(way.iterations), static_cast<double>(way.tile[0]),
          static_cast<double>(way.tile[1]), static_cast<double>(way.tile[2]), way.cost})
      numbers.push_back(number);
  int size = static_cast<int>(numbers.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, session_.communicator());
  numbers.resize(static_cast<std::size_t>(size));
  MPI_Bcast(numbers.data(), size, MPI_DOUBLE, 0, session_.communicator());
  ways.small = numbers.front() != 0;
  ways.all.resize((numbers.size() - 1) / 6);
  auto number = numbers.begin() + 1;
  for (Way& way : ways.all) {
    way.most = static_cast<int>(*number++);
    way.iterations = static_cast<int>(*number++);
    for (long& points : way.tile) points = static_cast<long>(*number++);
    way.cost = *number++;
  }
}

KernelKey EpochChoice::key(const RunEpoch& made) const {
  KernelKey key = key_of_ways(run_, session_, made);
  key.kind = "host";
  key.compiler = fmt::format("a trial of epochs by {}", parameters_.string("accelerator::host"));
  key.device = fmt::format("{}, {} threads, {} bytes of cache", processor_name(), demand_.threads, demand_.cache_bytes);
  return key;
}

EpochChoice::Entry* EpochChoice::entry(std::int64_t first) {
  const RunEpoch made = maker_.make(first, maker_.least(), -1, &validity_);
  if (made.steps.iterations < maker_.least()) return nullptr;
  const std::string name = fmt::format("{} {}", given(), made.key());
  const auto known = entries_.find(name);
  if (known != entries_.end()) return &known->second;
  Ways ways = find_ways(first);
  share(ways);
  ways.key = key(made);
  return &entries_.emplace(name, Entry{WaySearch(session_, std::move(ways)), made.items}).first->second;
}

WaySearch* EpochChoice::ways(std::int64_t first) {
  Entry* const found = entry(first);
  return found != nullptr ? &found->search : nullptr;
}

WaySearch* EpochChoice::search(std::int64_t first) {
  Entry* const found = entry(first);
  if (found == nullptr) return nullptr;
  WaySearch& search = found->search;
  if (search.waits() && (search.waited() > 0 || !search.recall()) && may_begin(*found)) begin(search);
  return &search;
}

bool EpochChoice::settled(std::span<const Routine* const> items) const {
  int settled = fusion_.is_settled() && run_.kernels->stencils().is_settled(items) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &settled, 1, MPI_INT, MPI_MIN, session_.communicator());
  return settled != 0;
}

bool EpochChoice::settled(std::int64_t first) {
  const Entry* const found = entry(first);
  return settled(found == nullptr ? std::span<const Routine* const>() : found->items);
}

/// Collective. Whether the time of an iteration without epochs is known, if it is needed.
bool EpochChoice::may_begin(const Entry& entry) const {
  const WaySearch& search = entry.search;
  if (search.ways().asked || search.ways().small) return true;
  return search.waited() >= most_waited || (search.waited() >= least_waited && settled(entry.items));
}

void EpochChoice::begin(WaySearch& search) const {
  search.compare(candidates(search.ways(), search.waited_seconds()));
  if (search.ways().small && !search.ways().asked)
    spdlog::info("no epochs: the data that they would use fit into the caches");
  else if (search.is_over())
    spdlog::info("{}", search.way().text);
}

std::vector<int> EpochChoice::candidates(const Ways& ways, double seconds) const {
  if (ways.small && !ways.asked) return {0};
  std::vector<int> order(ways.all.size() - 1);
  std::iota(order.begin(), order.end(), 1);
  const auto way = [&](int number) -> const Way& { return ways.all[static_cast<std::size_t>(number)]; };
  std::ranges::stable_sort(order, {}, [&](int number) { return way(number).cost; });
  if (ways.asked) return order;
  std::map<int, std::size_t> shapes; // by number of iterations
  std::vector<int> chosen;
  for (const int number : order) {
    const int iterations = way(number).iterations;
    if (iterations > maker_.least() && iterations * seconds > longest_epoch) continue;
    if (!shapes.contains(iterations) && shapes.size() == most_factors) continue;
    if (shapes[iterations]++ < most_shapes) chosen.push_back(number);
  }
  chosen.push_back(0);
  return chosen;
}

} // namespace nopal
