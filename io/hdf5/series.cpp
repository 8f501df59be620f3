#include "series.hpp"

#include "attributes.hpp"

#include <charconv>
#include <cstdio>
#include <ctime>
#include <string_view>

namespace nopal::hdf5 {

std::string Names::data(std::int64_t iteration) const {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08lld", static_cast<long long>(iteration));
  return stem + '_' + digits + ".h5";
}

std::optional<std::int64_t> Names::iteration_of(const std::string& name) const {
  if (!name.starts_with(stem + '_')) return {};
  std::int64_t iteration = 0;
  const auto [end, error] = std::from_chars(name.data() + stem.size() + 1, name.data() + name.size(), iteration);
  if (error != std::errc() || std::string_view(end) != ".h5") return {};
  return iteration;
}

std::string date() {
  char text[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S +0000", &parts);
  return text;
}

void describe_root(hid_t file, const Names& names, Encoding encoding, const std::string& date,
                   const std::string& parfile) {
  const bool one_file = encoding == Encoding::group_based;
  attribute(file, "openPMD", "1.1.0");
  attribute(file, "openPMDextension", std::uint32_t{0});
  attribute(file, "basePath", "/data/%T/");
  attribute(file, "meshesPath", "meshes/");
  attribute(file, "iterationEncoding", one_file ? "groupBased" : "fileBased");
  attribute(file, "iterationFormat", one_file ? "/data/%T/" : names.stem + "_%T.h5");
  attribute(file, "software", "nopal");
  attribute(file, "softwareVersion", NOPAL_VERSION);
  attribute(file, "date", date);
  attribute(file, "parfile", parfile);
}

Handle create_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          "create group '" + name + "'"};
}

Handle file_access(std::int64_t alignment) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make file access properties");
  // From format version 1.8 on, attributes such as the parfile may be longer than 64 KiB.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST), "choose the file format's version");
  const auto bytes = static_cast<hsize_t>(alignment);
  if (alignment > 1) check(H5Pset_alignment(access, bytes, bytes), "choose the alignment");
  return access;
}

} // namespace nopal::hdf5
