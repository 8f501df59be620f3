// The scheduled functions.

#include "disk.hpp"
#include "joined.hpp"
#include "records.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

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
  for (auto each = later; each != kept.end(); ++each) std::filesystem::remove(names.path(names.data(*each)));
  kept.erase(later, kept.end());
  written_grids() = grids_until(names.path(names.xdmf()), until);
  if (options.encoding == Encoding::group_based) join_again(names, call.services().parfile(), kept, options.sync);
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

/// The file of this iteration. Collective.
void write_file(Call& call, const Options& options, const std::vector<Slot>& written) {
  std::int64_t bytes = 0;
  for (const auto slot : written) bytes += bytes_of(options, call.services().variables().group_of(slot.variable));
  File file(options, call, bytes);
  file.meshes(); // openPMD promises the group even where an output has no grid function
  for (const auto slot : written) write_variable(file, call, slot);
  file.publish();
}

/// Names a file that is complete in the others of the series. By rank 0.
void list_file(const Call& call, const Options& options) {
  const Names& names = options.names;
  if (options.encoding == Encoding::group_based) join(names, call.services().parfile(), call.iteration(), options.sync);
  replace_file(names.path(names.xdmf()), names.unfinished(names.xdmf()), xdmf_document(written_grids()), options.sync);
  if (options.sync) sync_folder(names.folder);
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
  const auto written = slots(call);
  if (written.empty()) return;
  const Options options = nopal::hdf5::options(call);
  call.services().together([&] {
    if (!std::exchange(begun(), true) && call.services().rank() == 0) begin(call, options);
  });
  write_file(call, options, written);
  written_grids() += xdmf_grid(options, call, written);
  call.services().together([&] {
    if (call.services().rank() == 0) list_file(call, options);
  });
}

NOPAL_FUNCTION(finish) {
  nopal::hdf5::written_grids().clear();
  nopal::hdf5::begun() = false;
}
