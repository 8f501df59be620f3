#include "driver/loop/streamer.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/text.hpp"
#include "core/kernel_cache/kept_result.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/epochs.hpp"
#include "driver/setup/kernel_cache_folder.hpp"
#include "driver/setup/settings.hpp"
#include "driver/setup/streaming.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace nopal {

namespace {

/// Epochs of each way in a trial. The first one is not measured.
constexpr int calls_of_each = 2;
/// A trial compares so many numbers of iterations.
constexpr std::size_t most_factors = 3;

std::string name_of(const RunEpoch& made) {
  return fmt::format("an epoch of {} iteration{}", made.epoch.iterations, made.epoch.iterations == 1 ? "" : "s");
}

} // namespace

std::string Streamer::Way::text() const {
  return fmt::format("{} iteration{} on blocks of {} layer{}", iterations, iterations == 1 ? "" : "s", block_size,
                     block_size == 1 ? "" : "s");
}

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
    if (streams(parameters_, routine) && callable.contains(routine.id)) alone(routine);
  // What the user asks for is an error before the run, if it does not fit.
  const auto factor = static_cast<int>(parameters_.integer("accelerator::blocking_factor"));
  if (factor == 0) return;
  RunEpoch made = maker_.make(1, factor, parts.run->limits.iterations);
  if (made.steps.iterations < maker_.least()) return;
  const long most = blocks_.of(passes_.epoch(made), name_of(made));
  made.epoch.keeps_oldest = true; // before output all timelevels go back to the host
  blocks_.at_most(passes_.epoch(made), most, name_of(made));
}

bool Streamer::computes(const Routine& routine) const { return streams(parameters_, routine); }

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

void Streamer::compute(const RunEpoch& made, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
                       const PassEntered& entered) {
  const auto start = std::chrono::steady_clock::now();
  const long block_size = way().block_size;
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
  took(made, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

/// Every rank tries the same numbers of iterations. Each rank has its own block sizes, because its part may be smaller.
void Streamer::choose_ways(std::int64_t first, const Validity& validity) {
  const auto given = static_cast<int>(parameters_.integer("accelerator::blocking_factor"));
  std::size_t n_factors = 0;
  std::set<int> seen; // numbers of iterations
  // A given number may be too large for the first epoch, for instance because ghosts are not valid yet. Later epochs
  // try it again.
  const std::size_t wanted = given > 0 ? 1 : most_factors;
  for (int factor = given > 0 ? given : largest_automatic_factor; factor >= 1 && n_factors < wanted; factor /= 2) {
    const RunEpoch made = maker_.make(first, factor, -1, &validity);
    if (made.steps.iterations < 1 || (factor > 1 && !made.why_one.empty())) continue;
    if (!seen.insert(made.steps.iterations).second) continue; // ghosts or output allow no more
    if (given == 0 && !all_may_choose(made)) {
      too_large_ = true;
      continue;
    }
    if (ways_.empty()) key_ = key_of_ways(made);
    const long block = blocks_.of(passes_.epoch(made), name_of(made));
    ways_.push_back({given > 0 ? given : factor, made.steps.iterations, block});
    ++n_factors;
    long halves = blocks_.given() == 0 && block > 1 ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &halves, 1, MPI_LONG, MPI_MAX, parts_.session->communicator());
    if (halves != 0) ways_.push_back({ways_.back().most, made.steps.iterations, std::max(1L, block / 2)});
  }
  if (ways_.empty() && too_large_)
    spdlog::info("no epochs: the windows of one layer take more than {} on the device",
                 bytes_text(parts_.limits.automatic));
  if (ways_.empty()) return;
  trial_.emplace(static_cast<int>(ways_.size()), calls_of_each);
  if (trial_->is_over()) return spdlog::info("streaming: {}", way().text());
  recall_way();
}

/// All that the times of the ways depend on.
KernelKey Streamer::key_of_ways(const RunEpoch& made) const {
  const DeviceDescription& device = parts_.device->description();
  KernelKey key;
  key.kind = parts_.plugin;
  key.compiler = "a trial of streaming";
  key.device = device.name + ", " + device.api;
  key.entry = made.items.front()->full_name();
  key.options = fmt::format("{} points, {} ranks", extents_text(parts_.run->domain->points().extents(), 3),
                            parts_.session->size());
  for (const Routine* routine : made.kernels) {
    const Kernel& kernel = parts_.run->kernels->of(*routine).kernel();
    key.source += fmt::format("{} {}\n", routine->full_name(), kernel.text_hash);
  }
  return key;
}

/// Takes the way that an earlier run has found. Rank 0 reads it for all.
void Streamer::recall_way() {
  for (const Way& each : ways_) key_.options += "\n" + each.text();
  int kept = -1;
  if (parts_.session->rank() == 0)
    if (const std::optional<std::string> text = kept_result(kernel_cache_folder().path, key_))
      kept = parse_number<int>(*text).value_or(-1);
  MPI_Bcast(&kept, 1, MPI_INT, 0, parts_.session->communicator());
  if (kept < 0 || kept >= trial_->n_ways()) return;
  trial_->decide(kept);
  spdlog::info("streaming: {}, as an earlier run has found", way().text());
}

int Streamer::factor(std::int64_t first, const Validity& validity) {
  if (!trial_ && !too_large_) choose_ways(first, validity);
  return trial_ ? way().most : 0;
}

/// The slowest rank counts, so that all ranks choose the same way.
void Streamer::took(const RunEpoch& made, double seconds) {
  if (trial_->is_over()) return;
  double of_one = seconds / made.epoch.iterations;
  MPI_Allreduce(MPI_IN_PLACE, &of_one, 1, MPI_DOUBLE, MPI_MAX, parts_.session->communicator());
  trial_->add(of_one);
  if (!trial_->is_over()) return;
  std::string others;
  for (int n = 0; n < trial_->n_ways(); ++n)
    if (n != trial_->next())
      others += fmt::format("\n  {}: {:.3g} s", ways_[static_cast<std::size_t>(n)].text(), trial_->best(n));
  spdlog::info("streaming: {}: {:.3g} s an iteration. The other ways that were tried:{}", way().text(),
               trial_->best(trial_->next()), others);
  if (parts_.session->rank() == 0)
    keep_result(kernel_cache_folder().path, key_, key_.entry + " (how its data stream)",
                std::to_string(trial_->next()));
}

} // namespace nopal
