// The scheduled functions.

#include "collective.hpp"
#include "direct.hpp"
#include "disk.hpp"
#include "joined.hpp"
#include "records.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <future>
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
    write_file(names.unfinished(names.xdmf()), xdmf_document(written_grids()), options.sync);
    rename_file(names.unfinished(names.xdmf()), names.path(names.xdmf()));
  }
  if (options.encoding == Encoding::group_based) join_again(names, call.services().parfile(), kept, options.sync);
  if (options.sync) sync_folder(names.folder);
  for (const std::int64_t iteration : removed) std::filesystem::remove(names.path(names.data(iteration)));
}

/// Before the first output of this run, by rank 0.
void begin(const Call& call, const Options& options) {
  if (const std::optional<Recovery>& recovered = call.services().recovered())
    return cut_series(call, options, recovered->output_until());
  warn_of_older_files(call, options.names);
  if (options.encoding == Encoding::group_based) join_again(options.names, call.services().parfile(), {}, options.sync);
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

/// The XDMF file as it will be, on rank 0: written while values are, so that the disk is waited for once.
class NewIndex {
public:
  NewIndex(const Options& options, std::string grids)
      : path_(options.names.path(options.names.xdmf())), temporary_(options.names.unfinished(options.names.xdmf())),
        grids_(std::move(grids)), sync_(options.sync) {}
  ~NewIndex() {
    if (writing_.valid()) writing_.wait();
    if (!grids_.empty()) std::remove(temporary_.c_str());
  }
  NewIndex(const NewIndex&) = delete;
  NewIndex& operator=(const NewIndex&) = delete;

  void start() {
    writing_ = std::async(std::launch::async, [this] { write_file(temporary_, xdmf_document(grids_), sync_); });
  }
  /// It is written, or could not be, which is an Error.
  void wait() { writing_.get(); }
  /// Who reads it sees the old or the new one.
  void publish() {
    rename_file(temporary_, path_);
    written_grids() = std::exchange(grids_, {});
  }

private:
  std::string path_;
  std::string temporary_;
  std::string grids_; ///< empty once it is published
  bool sync_;
  std::future<void> writing_;
};

/// The values of grid functions, and the index. Collective.
void write_values(Call& call, const Options& options, const std::vector<Slot>& written, const Unfinished& unfinished,
                  NewIndex* index) {
  const auto with_index = [&](const auto& write) {
    if (index != nullptr) index->start();
    write();
    if (index != nullptr) index->wait();
  };
  if (options.transfers == Transfers::direct) {
    const std::int64_t bytes = bytes_of_file(call, options, written, false);
    const std::vector<LaidOut> datasets = lay_out(call, options, written, bytes, unfinished);
    call.services().together([&] { with_index([&] { write_directly(unfinished.path(), datasets, options.sync); }); });
  } else {
    write_collectively(call, options, written, bytes_of_file(call, options, written, true), unfinished);
    call.services().together([&] { with_index([] {}); });
  }
}

/// What is complete gets its name, in this order, so that nothing is named before it is there. By rank 0.
void publish(const Call& call, const Options& options, Unfinished& unfinished, NewIndex& index) {
  unfinished.publish();
  if (options.encoding == Encoding::group_based)
    join(options.names, call.services().parfile(), call.iteration(), options.sync);
  index.publish();
  if (options.sync) sync_folder(options.names.folder);
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
  const bool first = services.rank() == 0;
  if (!std::exchange(begun(), true))
    services.together([&] {
      if (first) begin(call, options);
    });
  Unfinished unfinished(services, options.names, call.iteration());
  std::optional<NewIndex> index;
  if (first) index.emplace(options, written_grids() + xdmf_grid(options, call, written));
  write_values(call, options, written, unfinished, index ? &*index : nullptr);
  services.together([&] {
    if (first) publish(call, options, unfinished, *index);
  });
}

NOPAL_FUNCTION(finish) {
  nopal::hdf5::written_grids().clear();
  nopal::hdf5::begun() = false;
}
