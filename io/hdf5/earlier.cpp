#include "earlier.hpp"

#include "disk.hpp"
#include "joined.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace nopal::hdf5 {

namespace {

/// Returns the iterations of the series that have files already, in order.
std::vector<std::int64_t> older_iterations(const Names& names) {
  std::vector<std::int64_t> found;
  std::error_code ignored; // the folder exists; if it cannot be listed, writing reports it
  for (const auto& entry : std::filesystem::directory_iterator(names.folder, ignored))
    if (const auto iteration = names.iteration_of(entry.path().filename().string())) found.push_back(*iteration);
  std::sort(found.begin(), found.end());
  return found;
}

/// Warns of files of an earlier run. A reader would take them for output of this run, unless this run replaces them.
void warn_of_older_files(const Call& call, const Names& names) {
  if (const std::size_t found = older_iterations(names).size(); found > 0)
    call.services().warn("hdf5: '" + names.folder + "' holds " + std::to_string(found) + " files " + names.stem +
                         "_*.h5 of an earlier run; this run replaces only those of its own iterations");
}

/// Replaces the joined file by one that has these iterations.
void publish_joined(const Call& call, const Options& options, const std::vector<std::int64_t>& iterations) {
  Unfinished joined = join_again(options.names, call.services().parfile(), iterations);
  if (options.durability == Durability::disk) sync_file(joined.path(), write_less);
  joined.publish();
}

/// Removes the files of iterations after the checkpoint, since this run writes them again. Corrects the index and the
/// joined file, which may lack the last file or name one that is removed here. Returns the grids that stay in the
/// index.
std::string cut_series(const Call& call, const Options& options, std::int64_t until) {
  const Names& names = options.names;
  std::vector<std::int64_t> kept = older_iterations(names);
  const auto later = std::upper_bound(kept.begin(), kept.end(), until);
  const std::vector<std::int64_t> removed(later, kept.end());
  kept.erase(later, kept.end());
  // Files that name others are corrected first, so that they never name a file that does not exist.
  std::string grids = grids_until(names.path(names.xdmf()), until);
  if (std::filesystem::exists(names.path(names.xdmf()))) {
    Unfinished index(names, names.xdmf(), true);
    write_file(index.path(), xdmf_document(grids), options.durability, write_less);
    index.publish();
  }
  if (options.encoding == Encoding::group_based) publish_joined(call, options, kept);
  if (options.durability == Durability::disk) sync_folder(names.folder, write_less);
  for (const std::int64_t iteration : removed) std::filesystem::remove(names.path(names.data(iteration)));
  return grids;
}

} // namespace

std::string begin_series(const Call& call, const Options& options) {
  if (const std::optional<Recovery>& recovered = call.services().recovered())
    return cut_series(call, options, recovered->output_until());
  warn_of_older_files(call, options.names);
  if (options.encoding == Encoding::group_based) publish_joined(call, options, {});
  return {};
}

} // namespace nopal::hdf5
