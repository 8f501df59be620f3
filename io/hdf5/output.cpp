// The scheduled functions.

#include "collective.hpp"
#include "direct.hpp"
#include "joined.hpp"
#include "records.hpp"
#include "under_way.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace nopal::hdf5 {

namespace {

/// Grids of the XDMF file, in order of output.
std::string& written_grids() {
  static std::string grids;
  return grids;
}

/// Whether this run has written.
bool& begun() {
  static bool begun = false;
  return begun;
}

/// Of this run.
struct Background {
  Copies copies;                     ///< of the output under way; outlives it
  std::optional<UnderWay> under_way; ///< the output that is not complete yet, the same on all ranks
  double longest = 0;                ///< seconds that one took in the background, at most
};

Background& background() {
  static Background background;
  return background;
}

/// What `step` throws gives the output under way up.
template <class Step> void or_give_up(Step&& step) {
  try {
    step();
  } catch (...) {
    background().under_way.reset();
    throw;
  }
}

/// Collective.
void advance(Services& services) {
  or_give_up([&] {
    std::optional<UnderWay>& output = background().under_way;
    if (output->advance(services)) return;
    background().longest = std::max(background().longest, output->seconds());
    output.reset();
  });
}

/// Returns once no output is under way. Collective.
void complete(Services& services) {
  while (background().under_way) advance(services);
}

/// How long complete() may take: as long as an output in the background did.
double completion_seconds() {
  const std::optional<UnderWay>& output = background().under_way;
  return std::max(background().longest, output ? output->seconds() : 0);
}

std::vector<Slot> slots(const Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads())
    if (std::find(slots.begin(), slots.end(), clause.slot) == slots.end()) slots.push_back(clause.slot);
  return slots;
}

/// Iterations of the series that are there already, in order.
std::vector<std::int64_t> older_iterations(const Names& names) {
  std::vector<std::int64_t> found;
  std::error_code ignored; // the folder exists; where it cannot be listed, writing will say so
  for (const auto& entry : std::filesystem::directory_iterator(names.folder, ignored))
    if (const auto iteration = names.iteration_of(entry.path().filename().string())) found.push_back(*iteration);
  std::sort(found.begin(), found.end());
  return found;
}

/// Files of an earlier run that this one will not all replace would pass for its own.
void warn_of_older_files(const Call& call, const Names& names) {
  if (const std::size_t found = older_iterations(names).size(); found > 0)
    call.services().warn("hdf5: '" + names.folder + "' holds " + std::to_string(found) + " files " + names.stem +
                         "_*.h5 of an earlier run; those of iterations that this run does not write stay");
}

/// What HDF5 has written and closed.
void bring_to_disk(const std::string& path, Durability durability) { OpenFile(path, durability).close(); }

/// The joined file of these iterations takes the place of the one that is there.
void publish_joined(const Call& call, const Options& options, const std::vector<std::int64_t>& iterations) {
  Unfinished joined = join_again(options.names, call.services().parfile(), iterations);
  bring_to_disk(joined.path(), options.durability);
  joined.publish();
}

/// Of what the run that this one goes on from has written, what came after its checkpoint will be written again, and
/// may end earlier. The index and the joined file may lack what was just named, or hold what is removed here.
void cut_series(const Call& call, const Options& options, std::int64_t until) {
  const Names& names = options.names;
  std::vector<std::int64_t> kept = older_iterations(names);
  const auto later = std::upper_bound(kept.begin(), kept.end(), until);
  const std::vector<std::int64_t> removed(later, kept.end());
  kept.erase(later, kept.end());
  // What names files is mended before these go, so that nothing ever names what is not there.
  written_grids() = grids_until(names.path(names.xdmf()), until);
  if (std::filesystem::exists(names.path(names.xdmf()))) {
    Unfinished index(names, names.xdmf(), true);
    write_file(index.path(), xdmf_document(written_grids()), options.durability, write_less);
    index.publish();
  }
  if (options.encoding == Encoding::group_based) publish_joined(call, options, kept);
  if (options.durability == Durability::disk) sync_folder(names.folder, write_less);
  for (const std::int64_t iteration : removed) std::filesystem::remove(names.path(names.data(iteration)));
}

/// Before the first output of this run, by rank 0.
void begin(const Call& call, const Options& options) {
  if (const std::optional<Recovery>& recovered = call.services().recovered())
    return cut_series(call, options, recovered->output_until());
  warn_of_older_files(call, options.names);
  if (options.encoding == Encoding::group_based) publish_joined(call, options, {});
}

void check_names(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  std::map<std::string, int> named;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name)) {
      const auto [other, is_new] = named.emplace(record_name(variables, v), v);
      if (!is_new && other->second != v)
        errors.add(call.services().parameters().where("hdf5::variables"),
                   "hdf5.variables lists '" + variables.full_name(other->second) + "' and '" + variables.full_name(v) +
                       "', which would both be called '" + other->first + "' in the file: write only one of them");
    }
}

/// What the file takes at most, with what HDF5 and the parfile need; with or without grid functions.
std::int64_t bytes_of_file(const Call& call, const Options& options, const std::vector<Slot>& written, bool fields) {
  std::int64_t bytes = static_cast<std::int64_t>(call.services().parfile().size()) + (1 << 16);
  for (const auto slot : written) {
    const Group& group = call.services().variables().group_of(slot.variable);
    if (fields || group.kind != GroupKind::gf) bytes += bytes_of(options, group);
  }
  return bytes + (options.deflate > 0 ? bytes >> 10 : 0); // where each chunk lies
}

/// Creates the file, and writes of this process's values what is not copied; returns what writes the others.
/// Collective.
std::function<void()> values_left(Call& call, const Options& options, const std::vector<Slot>& written,
                                  const Unfinished& data) {
  const std::vector<LaidOut> datasets =
      lay_out(call, options, written, bytes_of_file(call, options, written, false), data);
  if (options.background == 0)
    return [path = data.path(), durability = options.durability, datasets] {
      OpenFile file(path, durability);
      write_values(file, datasets);
      file.close();
    };
  call.services().together([&] {
    const std::size_t copied = background().copies.take(datasets, options.background);
    OpenFile file(data.path(), Durability::system);
    write_values(file, std::span(datasets).subspan(copied));
    file.close();
  });
  return [path = data.path(), durability = options.durability] {
    OpenFile file(path, durability);
    background().copies.write(file);
    file.close();
  };
}

/// The index and the joined file as they will be, under temporary names. By rank 0.
void prepare_names(const Call& call, const Options& options, const std::vector<Slot>& written, Rest& rest) {
  const Names& names = options.names;
  if (options.encoding == Encoding::group_based)
    rest.naming.push_back(join(names, call.services().parfile(), call.iteration()));
  const std::string joined = rest.naming.empty() ? "" : rest.naming.front().path();
  rest.naming.emplace_back(names, names.xdmf(), true);
  const std::string index = rest.naming.back().path();
  const std::string grids = written_grids() + xdmf_grid(options, call, written);
  rest.write_names = [=, durability = options.durability] {
    if (!joined.empty()) bring_to_disk(joined, durability);
    write_file(index, xdmf_document(grids), durability, write_less);
  };
  rest.named = [grids] { written_grids() = grids; };
}

/// Creates the file of this output; what is left is what waits for the disk, but for the files that name this one.
/// Collective.
Rest begin_output(Call& call, const Options& options, const std::vector<Slot>& written) {
  Services& services = call.services();
  const bool first = services.rank() == 0;
  Rest rest(Unfinished(options.names, options.names.data(call.iteration()), first));
  rest.folder = options.names.folder;
  rest.durability = options.durability;
  if (options.transfers == Transfers::direct)
    rest.write_values = values_left(call, options, written, rest.data);
  else
    write_collectively(call, options, written, bytes_of_file(call, options, written, true), rest.data);
  return rest;
}

} // namespace

} // namespace nopal::hdf5

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::hdf5::check_options(call, errors);
  nopal::hdf5::check_names(call, errors);
  errors.raise_if_any();
}

NOPAL_FUNCTION(write) {
  using namespace nopal::hdf5;
  const Silence silence;
  nopal::Services& services = call.services();
  const auto written = slots(call);
  if (written.empty()) return;
  const Options options = nopal::hdf5::options(call);
  if (!std::exchange(begun(), true)) {
    services.before_checkpoints([&services] { complete(services); }, completion_seconds);
    services.together([&] {
      if (services.rank() == 0) begin(call, options);
    });
  }
  complete(services);
  if (options.background == 0) background().copies = {};
  Rest rest = begin_output(call, options, written);
  or_give_up([&] {
    services.together([&] {
      if (services.rank() == 0) prepare_names(call, options, written, rest);
      background().under_way.emplace(std::move(rest), options.background > 0);
      background().under_way->start();
    });
  });
  if (options.background > 0) return;
  complete(services);
  background().longest = 0;
}

NOPAL_FUNCTION(go_on) {
  using namespace nopal::hdf5;
  if (background().under_way && background().under_way->ready(call.services())) advance(call.services());
}

NOPAL_FUNCTION(finish) {
  nopal::hdf5::complete(call.services());
  nopal::hdf5::background().copies = {};
  nopal::hdf5::background().longest = 0;
  nopal::hdf5::written_grids().clear();
  nopal::hdf5::begun() = false;
}
