#pragma once
// One openPMD file: one iteration of a fileBased series.

#include "options.hpp"

#include <optional>

namespace nopal::hdf5 {

/// An open file with the root's attributes and the group of the iteration. If the file has parallel access, all
/// functions are collective.
class File {
public:
  File(Handle file, const Options& options, const Call& call, const std::string& date);

  hid_t iteration() const { return *iteration_; }
  /// These return the groups for mesh records, arrays, dats and tables of maps. The first call creates the group.
  hid_t meshes();
  hid_t arrays();
  hid_t dats();
  hid_t maps();
  /// Closes the groups. Call it before flush() and close().
  void finish();
  /// Brings the file to the disk.
  void flush();
  void close();

private:
  hid_t group(std::optional<Handle>& group, const char* name);

  Handle file_;
  std::optional<Handle> iteration_, meshes_, arrays_, dats_, maps_; // closed before the file
};

} // namespace nopal::hdf5
