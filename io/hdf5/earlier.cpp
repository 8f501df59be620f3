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

/// The joined file of these iterations takes the place of the one that is there.
void publish_joined(const Call& call, const Options& options, const std::vector<std::int64_t>& iterations) {
  Unfinished joined = join_again(options.names, call.services().parfile(), iterations);
  if (options.durability == Durability::disk) sync_file(joined.path(), write_less);
  joined.publish();
}

/// Of what the run that this one goes on from has written, what came after its checkpoint will be written again, and
/// may end earlier. The index and the joined file may lack what was just named, or hold what is removed here. Returns
/// what stays in the index.
std::string cut_series(const Call& call, const Options& options, std::int64_t until) {
  const Names& names = options.names;
  std::vector<std::int64_t> kept = older_iterations(names);
  const auto later = std::upper_bound(kept.begin(), kept.end(), until);
  const std::vector<std::int64_t> removed(later, kept.end());
  kept.erase(later, kept.end());
  // What names files is mended before these go, so that nothing ever names what is not there.
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
