#include "joined.hpp"

#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <cstddef>
#include <cstdio>
#include <filesystem>

namespace nopal::hdf5 {

namespace {

Handle open_to_read(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open '" + path + "'"};
}

Handle open_to_add(const std::string& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDWR, file_access(0)), H5Fclose, "open '" + path + "'" + remedy};
}

Handle create(const std::string& path) {
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, file_access(0)), H5Fclose,
          "create '" + path + "'" + remedy};
}

Handle open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "open group '" + name + "'"};
}

/// For H5Aiterate2: copies one attribute of `from` to the object that `to` points to.
herr_t copy_attribute(hid_t from, const char* name, const H5A_info_t*, void* to) noexcept {
  try {
    const std::string what = std::string("copy attribute '") + name + "'";
    const Handle attribute(H5Aopen(from, name, H5P_DEFAULT), H5Aclose, what);
    const Handle type(H5Aget_type(attribute), H5Tclose, what);
    const Handle space(H5Aget_space(attribute), H5Sclose, what);
    const hssize_t elements = H5Sget_simple_extent_npoints(space);
    std::vector<std::byte> value(H5Tget_size(type) * static_cast<std::size_t>(elements));
    check(H5Aread(attribute, type, value.data()), what);
    const Handle copy(H5Acreate2(*static_cast<hid_t*>(to), name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                      what);
    check(H5Awrite(copy, type, value.data()), what);
    return 0;
  } catch (...) {
    return -1;
  }
}

void copy_attributes(hid_t from, hid_t to) {
  hsize_t next = 0;
  check(H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, &next, copy_attribute, &to), "copy attributes");
}

/// A dataset of all elements of the dataset `path` of the file `source`, which lies in the same folder.
void refer_to_dataset(hid_t from, hid_t to, const std::string& name, const std::string& source,
                      const std::string& path) {
  const std::string what = "refer to dataset '" + path + "'";
  const Handle dataset(H5Dopen2(from, name.c_str(), H5P_DEFAULT), H5Dclose, what);
  const Handle type(H5Dget_type(dataset), H5Tclose, what);
  const Handle space(H5Dget_space(dataset), H5Sclose, what);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, what);
  check(H5Pset_virtual(creation, space, source.c_str(), path.c_str(), space), what);
  const Handle copy(H5Dcreate2(to, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose, what);
  copy_attributes(dataset, copy);
}

std::vector<std::string> names_in(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names), "list a group");
  return names;
}

/// Makes group `name` of `to` like that of `from`, whose path is `path`, in the file `source`.
void refer_to_group(hid_t from, hid_t to, const std::string& name, const std::string& source, const std::string& path) {
  const Handle group = open_group(from, name);
  const Handle copy = create_group(to, name);
  copy_attributes(group, copy);
  for (const std::string& each : names_in(group)) {
    H5O_info_t info;
    check(H5Oget_info_by_name(group, each.c_str(), &info, H5P_DEFAULT), "look at '" + each + "'");
    const std::string each_path = std::string(path).append("/").append(each);
    if (info.type == H5O_TYPE_GROUP)
      refer_to_group(group, copy, each, source, each_path);
    else
      refer_to_dataset(group, copy, each, source, each_path);
  }
}

void add(hid_t file, const Names& names, std::int64_t iteration) {
  const std::string source = names.data(iteration);
  const std::string name = std::to_string(iteration);
  const Handle part = open_to_read(names.path(source));
  refer_to_group(open_group(part, "data"), open_group(file, "data"), name, source, "/data/" + name);
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
  // A copy of what is there, some KiB an iteration: whoever has the file open goes on reading the old one.
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
