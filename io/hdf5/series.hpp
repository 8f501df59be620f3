#pragma once
// An openPMD series: how its files are called and what their roots say.

#include "handle.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace nopal::hdf5 {

/// Names of a series' files.
struct Names {
  std::string folder;
  std::string stem;

  /// "<stem>_00000100.h5", without the folder.
  std::string data(std::int64_t iteration) const;
  /// The iteration of a file of that name; nothing where it is not one of these.
  std::optional<std::int64_t> iteration_of(const std::string& name) const;
  /// "<stem>.h5", without the folder: all iterations in one.
  std::string joined() const { return stem + ".h5"; }
  /// "<stem>.xmf", without the folder.
  std::string xdmf() const { return stem + ".xmf"; }
  std::string path(const std::string& name) const { return folder + '/' + name; }
  /// Where a file of that name is written until it is complete.
  std::string unfinished(const std::string& name) const { return path('.' + name + ".part"); }
};

/// openPMD's iterationEncoding.
enum class Encoding { file_based, group_based };

/// Now, in UTC, as openPMD writes it: at most 31 characters.
std::string date();

/// What openPMD requires of a file's root, and the parfile.
void describe_root(hid_t file, const Names& names, Encoding encoding, const std::string& date,
                   const std::string& parfile);

/// A new group.
Handle create_group(hid_t parent, const std::string& name);

/// For files that are created. `bytes` as H5Pset_alignment has it; 0: no alignment.
Handle file_access(std::int64_t alignment);

} // namespace nopal::hdf5
