#pragma once
// One openPMD file: one iteration of a fileBased series.

#include "options.hpp"

#include <optional>

namespace nopal::hdf5 {

/// An open file with the root's attributes and the group of the iteration. With parallel access everything is
/// collective.
class File {
public:
  File(Handle file, const Options& options, const Call& call, const std::string& date);

  hid_t iteration() const { return *iteration_; }
  /// Group for mesh records, or for arrays, made at first use.
  hid_t meshes();
  hid_t arrays();
  /// Closes what lies in the file, so that flush() and close() leave nothing.
  void finish();
  /// Brings all to the disk.
  void flush();
  void close();

private:
  hid_t group(std::optional<Handle>& group, const char* name);

  Handle file_;
  std::optional<Handle> iteration_, meshes_, arrays_; // closed before the file
};

} // namespace nopal::hdf5
