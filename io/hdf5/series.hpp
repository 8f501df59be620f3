#pragma once
// An openPMD series: the names of its files and the attributes of their roots.

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
  /// Returns the iteration of a data file. Empty: it is not the name of one.
  std::optional<std::int64_t> iteration_of(const std::string& name) const;
  /// "<stem>.h5", without the folder: the file that joins all iterations.
  std::string joined() const { return stem + ".h5"; }
  /// "<stem>.xmf", without the folder.
  std::string xdmf() const { return stem + ".xmf"; }
  std::string path(const std::string& name) const { return folder + '/' + name; }
  /// The temporary path of a file until it is complete.
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
