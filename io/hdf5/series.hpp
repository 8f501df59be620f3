#pragma once
// An openPMD series: the names of its files and the attributes of their roots.

#include "io/common/handle.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace nopal::hdf5 {

/// Names of a series' files.
struct Names {
  std::string folder;
  std::string stem;

  /// Returns "<stem>_00000100.h5", without the folder.
  std::string data(std::int64_t iteration) const;
  /// Returns the iteration of the data file with this name. Empty: no data file has this name.
  std::optional<std::int64_t> iteration_of(const std::string& name) const;
  /// Returns "<stem>.h5", without the folder. This file joins all iterations.
  std::string joined() const { return stem + ".h5"; }
  /// Returns "<stem>.xmf", without the folder.
  std::string xdmf() const { return stem + ".xmf"; }
  std::string path(const std::string& name) const { return folder + '/' + name; }
  /// Returns the temporary path that a file has until it is complete.
  std::string unfinished(const std::string& name) const { return path('.' + name + ".part"); }
};

/// openPMD's iterationEncoding.
enum class Encoding { file_based, group_based };

/// Returns the date and time in UTC in the format of openPMD, at most 31 characters.
std::string date();

/// Writes the attributes that openPMD requires of a root, and the parfile.
void describe_root(hid_t file, const Names& names, Encoding encoding, const std::string& date,
                   const std::string& parfile);

/// Makes a group.
Handle create_group(hid_t parent, const std::string& name);

/// Returns the access properties for a new file. `alignment` is in bytes, as for H5Pset_alignment; 0: no alignment.
Handle file_access(std::int64_t alignment);

} // namespace nopal::hdf5
