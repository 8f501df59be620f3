#include "joined.hpp"

#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <filesystem>

namespace nopal::hdf5 {

namespace {

Handle open_to_add(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDWR, file_access(0)), H5Fclose, "open '" + path + "'" + remedy};
}

Handle create_joined(const std::string& path) {
  NewFile(path, Durability::system, write_less).close(); // the system gives a reason if it fails, HDF5 does not
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, file_access(0)), H5Fclose,
          "create '" + path + "'" + remedy};
}

void add(hid_t file, const Names& names, std::int64_t iteration) {
  const std::string source = names.data(iteration); // relative to the joined file, so that the folder can be moved
  const std::string path = "/data/" + std::to_string(iteration);
  if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0) return; // the file of this iteration was written again
  check(H5Lcreate_external(source.c_str(), path.c_str(), file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        "link to '" + source + "'");
}

/// Opens a file with `open`, lets `fill` add to it, and closes it.
template <class Open, class Fill> Unfinished filled(const Names& names, Open&& open, Fill&& fill) {
  Unfinished unfinished(names, names.joined(), true);
  Handle file = open(unfinished.path());
  fill(file);
  if (!file.close()) fail("close '" + unfinished.path() + "'" + remedy);
  return unfinished;
}

} // namespace

Unfinished join(const Names& names, const std::string& parfile, std::int64_t iteration) {
  const std::string joined = names.path(names.joined());
  if (!std::filesystem::exists(joined)) return join_again(names, parfile, {iteration});
  // The link is added to a copy, because a reader may have the old file open. The file is small.
  const auto copy = [&](const std::string& unfinished) {
    std::error_code code;
    std::filesystem::copy_file(joined, unfinished, std::filesystem::copy_options::overwrite_existing, code);
    if (code) throw_disk_error("copy '" + joined + "' to '" + unfinished + "'", code.value(), write_less);
    return open_to_add(unfinished);
  };
  return filled(names, copy, [&](hid_t file) { add(file, names, iteration); });
}

Unfinished join_again(const Names& names, const std::string& parfile, const std::vector<std::int64_t>& iterations) {
  return filled(names, create_joined, [&](hid_t file) {
    describe_root(file, names, Encoding::group_based, date(), parfile);
    create_group(file, "data");
    for (const std::int64_t iteration : iterations) add(file, names, iteration);
  });
}

} // namespace nopal::hdf5
