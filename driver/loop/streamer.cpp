#include "driver/loop/streamer.hpp"

#include "core/base/bytes_text.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/epochs.hpp"
#include "driver/setup/kernel_arithmetic.hpp"
#include "driver/setup/settings.hpp"
#include "driver/setup/streaming.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>
#include <set>

namespace nopal {

namespace {

/// A trial compares so many numbers of iterations, each with so many block sizes.
constexpr std::size_t most_streamed_factors = 3, most_sizes = 2;

std::string name_of(const RunEpoch& made) {
  return fmt::format("an epoch of {} iteration{}", made.epoch.iterations, made.epoch.iterations == 1 ? "" : "s");
}

Way way_of(int most, int iterations, long block_size) {
  Way way;
  way.most = most;
  way.iterations = iterations;
  way.block_size = block_size;
  way.shape = fmt::format("blocks of {} layer{}", block_size, block_size == 1 ? "" : "s");
  way.text = fmt::format("streaming: {} iteration{} on {}", way.iterations, way.iterations == 1 ? "" : "s", way.shape);
  return way;
}

} // namespace

Streamer::Streamer(const Parts& parts)
    : parts_(parts), parameters_(parts.run->description.parameters),
      maker_(epoch_maker(*parts.run, EpochPlace::device)),
      blocks_(parameters_, parts.run->description.variables, parts.limits), passes_(*parts.run, parts.session->rank()),
      account_(*parts.device), temporaries_(temporaries(parts.run->description.schedule)) {
  if (parts_.device->windows() == nullptr)
    throw Error(parameters_.where("accelerator::streaming"),
                fmt::format("data cannot stream through {} with these options, because it cannot hold windows of "
                            "fields: use a device with more memory, or accelerator.device: none",
                            parts_.device->description().name));
  const Description& description = parts.run->description;
  const std::set<int> callable = description.schedule.callable();
  for (const Routine& routine : description.schedule.routines())
    if (streams(routine) && callable.contains(routine.id)) alone(routine);
  // What the user asks for is an error before the run, if it does not fit.
  if (given() == 0) return;
  RunEpoch made = maker_.make(1, given(), parts.run->limits.iterations);
  if (made.steps.iterations < maker_.least()) return;
  const long most = blocks_.of(passes_.epoch(made), name_of(made));
  made.epoch.keeps_oldest = true; // before output all timelevels go back to the host
  blocks_.at_most(passes_.epoch(made), most, name_of(made));
}

bool Streamer::computes(const Routine& routine) const { return streams(routine); }

Streamer::~Streamer() {
  try {
    parts_.device->finish();
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a destructor cannot report it
  }
}

/// Whether one layer fits on each rank, also before output, when all timelevels go back to the host.
bool Streamer::all_may_choose(RunEpoch made) const {
  made.epoch.keeps_oldest = true;
  int fits = blocks_.may_choose(passes_.epoch(made), std::max(1L, blocks_.given())) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, parts_.session->communicator());
  return fits != 0;
}

void Streamer::free_device() {
  if (on_device_ != nullptr) std::exchange(on_device_, nullptr)->destroy(*parts_.device);
}

/// `most`: layers of a block; 0: what BlockSize says.
Streamer::Named Streamer::named(const Pass& pass, long most, const std::string& what) const {
  return {std::make_unique<StreamedPass>(blocks_.streamed(pass, most, what)), what, 0};
}

/// Gives the pass storage on the device. If the device has less memory than it said, the blocks get smaller.
void Streamer::create(Named& named) {
  if (named.pass.get() == on_device_) return;
  free_device();
  for (std::string last;;) {
    try {
      named.pass->create(*parts_.device);
      on_device_ = named.pass.get();
      return;
    } catch (const Error& error) {
      const long size = named.pass->block_size();
      // A device that is out of order repeats its first error.
      if (size <= 1 || error.what() == last) throw;
      last = error.what();
      spdlog::warn("{}: blocks of {} layers do not fit into the device after all, so they get {} layers: {}",
                   named.what, size, size / 2, error.what());
      named.pass = std::make_unique<StreamedPass>(named.pass->pass(), size / 2, parts_.run->description.variables);
    }
  }
}

/// Storage that comes and goes is not pinned, because it may be freed.
void Streamer::pin(std::span<std::byte* const> arrays, const std::vector<Slot>& slots) {
  for (std::size_t a = 0; a < arrays.size(); ++a)
    if (arrays[a] != nullptr && !pins_.contains(arrays[a]) &&
        std::ranges::find(temporaries_, slots[a].variable) == temporaries_.end())
      pins_[arrays[a]] = parts_.device->windows()->pin(arrays[a], parts_.storage->slot_bytes(slots[a]));
}

/// `name`: as a plan names the pass.
void Streamer::run(Named& named, const std::string& name, std::span<const KernelClock> clocks,
                   std::span<std::byte* const> arrays, const PassEntered& entered, std::span<Moments> moments) {
  create(named);
  pin(arrays, named.pass->pass().arrays);
  account_.begin(named.runs++);
  const Counters& copies = named.pass->run(*parts_.device, *parts_.storage, clocks, arrays, entered, moments);
  account_.end(copies);
  parts_.accelerator->count(copies);
  notify(*parts_.observers, &RunObserver::streamed, StreamedData{clocks.front().iteration, name, copies});
}

/// A routine that only steering makes callable was not looked at before the run.
Streamer::Named& Streamer::alone(const Routine& routine) {
  const auto known = alone_.find(routine.id);
  if (known != alone_.end()) return known->second;
  if (const std::string why = maker_.why_not_streamed(routine); !why.empty())
    throw Error(fmt::format("it cannot compute data that stream through the device: {}", why));
  return alone_.emplace(routine.id, named(passes_.alone(routine, maker_), 0, routine.full_name())).first->second;
}

void Streamer::launch(const Routine& routine, const KernelClock& clock) {
  Named& named = alone(routine);
  std::vector<std::byte*> arrays;
  for (const Slot slot : named.pass->pass().arrays) arrays.push_back(parts_.storage->data(slot));
  try {
    run(named, routine.full_name(), {&clock, 1}, arrays, [](int, int) {});
  } catch (const PassFailure& failure) {
    std::rethrow_exception(failure.cause);
  }
}

void Streamer::compute(const RunEpoch& made, long block_size, std::span<const KernelClock> clocks,
                       std::span<std::byte* const> arrays, const PassEntered& entered) {
  const std::string key = fmt::format("{} {}", made.stages_key(), block_size);
  auto known = epochs_.find(key);
  if (known == epochs_.end()) known = epochs_.emplace(key, named(passes_.epoch(made), block_size, name_of(made))).first;
  std::vector<Moments> moments(known->second.pass->pass().reductions.size());
  try {
    run(known->second, pass_name(made, parts_.run->description.variables), clocks, arrays, entered, moments);
  } catch (const Error& error) {
    throw Error(fmt::format("{} from iteration {} on: {}", name_of(made), made.steps.first, error.what()));
  }
  for (std::size_t r = 0; r < moments.size(); ++r)
    parts_.accelerator->offer_moments({made.reduced[r].slot, made.reduced[r].wanted, moments[r]});
}

/// Every rank has its own block sizes, because its part may be smaller: the largest one, and halves of it.
void Streamer::add_ways(Ways& ways, int most, const RunEpoch& made) const {
  const long largest = blocks_.of(passes_.epoch(made), name_of(made));
  int halves = blocks_.given() > 0 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned long>(largest))) - 1;
  MPI_Allreduce(MPI_IN_PLACE, &halves, 1, MPI_INT, MPI_MAX, parts_.session->communicator());
  for (int n = 0; n <= halves; ++n) ways.all.push_back(way_of(most, made.steps.iterations, std::max(1L, largest >> n)));
}

/// A given number may be too large for the first epoch, for instance because ghosts are not valid yet. Later epochs try
/// it again.
Ways Streamer::find_ways(std::int64_t first, const Validity& validity) {
  const int given = this->given();
  Ways ways;
  ways.all.push_back(no_epochs());
  ways.asked = true;  // to stream each kernel alone is never faster
  std::set<int> seen; // numbers of iterations
  for (int factor = given > 0 ? given : largest_automatic_factor; factor >= 1; factor = given > 0 ? 0 : factor / 2) {
    const RunEpoch made = maker_.make(first, factor, -1, &validity);
    if (made.steps.iterations < 1 || (factor > 1 && !made.why_one.empty())) continue;
    if (!seen.insert(made.steps.iterations).second) continue; // ghosts or output allow no more
    if (given == 0 && !all_may_choose(made)) {
      too_large_ = true;
      continue;
    }
    if (ways.all.size() == 1) ways.key = key(made);
    add_ways(ways, factor, made);
  }
  return ways;
}

KernelKey Streamer::key(const RunEpoch& made) const {
  const DeviceDescription& device = parts_.device->description();
  KernelKey key = key_of_ways(*parts_.run, *parts_.session, made);
  key.kind = parts_.plugin;
  key.compiler = "a trial of streaming";
  key.device = device.name + ", " + device.api + text(kernel_arithmetic(parameters_));
  return key;
}

WaySearch* Streamer::ways(std::int64_t first, const Validity& validity) {
  if (search_ || too_large_) return search_ ? &*search_ : nullptr;
  Ways found = find_ways(first, validity);
  if (found.all.size() > 1)
    search_.emplace(*parts_.session, std::move(found));
  else if (too_large_)
    spdlog::info("no epochs: the windows of one layer take more than {} on the device",
                 bytes_text(parts_.limits.automatic));
  return search_ ? &*search_ : nullptr;
}

WaySearch* Streamer::search(std::int64_t first, const Validity& validity) {
  WaySearch* const found = ways(first, validity);
  if (found == nullptr || !found->waits() || found->recall()) return found;
  found->compare(candidates(found->ways()));
  if (found->is_over()) spdlog::info("{}", found->way().text);
  return found;
}

std::vector<int> Streamer::candidates(const Ways& ways) const {
  std::map<int, std::size_t> sizes; // by number of iterations
  std::vector<int> chosen;
  for (int n = 1; n < static_cast<int>(ways.all.size()); ++n) {
    const int iterations = ways.all[static_cast<std::size_t>(n)].iterations;
    if (!sizes.contains(iterations) && sizes.size() == most_streamed_factors) break;
    if (sizes[iterations]++ < most_sizes) chosen.push_back(n);
  }
  return chosen;
}

} // namespace nopal
