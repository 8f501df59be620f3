#include "joined.hpp"

#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <cstdio>
#include <filesystem>

namespace nopal::hdf5 {

namespace {

Handle open_to_add(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDWR, file_access(0)), H5Fclose, "open '" + path + "'" + remedy};
}

Handle create(const std::string& path) {
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, file_access(0)), H5Fclose,
          "create '" + path + "'" + remedy};
}

void add(hid_t file, const Names& names, std::int64_t iteration) {
  const std::string source = names.data(iteration); // relative to the joined file, so that the folder can be moved
  const std::string path = "/data/" + std::to_string(iteration);
  if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0) return; // that file was written again
  check(H5Lcreate_external(source.c_str(), path.c_str(), file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        "link to '" + source + "'");
}

/// Writes a file with all that `fill` adds, under a temporary name; then it takes the place of the old one.
template <class Open, class Fill> void replace(const Names& names, bool sync, Open&& open, Fill&& fill) {
  const std::string unfinished = names.unfinished(names.joined());
  try {
    Handle file = open(unfinished);
    fill(file);
    if (!file.close()) fail("close '" + unfinished + "'" + remedy);
    if (sync) sync_file(unfinished);
    rename_file(unfinished, names.path(names.joined()));
  } catch (...) {
    std::remove(unfinished.c_str());
    throw;
  }
}

} // namespace

void join(const Names& names, const std::string& parfile, std::int64_t iteration, bool sync) {
  const std::string joined = names.path(names.joined());
  if (!std::filesystem::exists(joined)) return join_again(names, parfile, {iteration}, sync);
  // A copy of what is there, some bytes an iteration: whoever has the file open goes on reading the old one.
  const auto copy = [&](const std::string& unfinished) {
    std::error_code code;
    std::filesystem::copy_file(joined, unfinished, std::filesystem::copy_options::overwrite_existing, code);
    if (code) throw Error("cannot copy '" + joined + "' to '" + unfinished + "': " + code.message() + remedy);
    return open_to_add(unfinished);
  };
  replace(names, sync, copy, [&](hid_t file) { add(file, names, iteration); });
}

void join_again(const Names& names, const std::string& parfile, const std::vector<std::int64_t>& iterations,
                bool sync) {
  replace(names, sync, create, [&](hid_t file) {
    describe_root(file, names, Encoding::group_based, date(), parfile);
    create_group(file, "data");
    for (const std::int64_t iteration : iterations) add(file, names, iteration);
  });
}

} // namespace nopal::hdf5
