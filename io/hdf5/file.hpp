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

/// A file under its temporary name, which rank 0 removes unless it was published.
class Unfinished {
public:
  Unfinished(Services& services, const Names& names, std::int64_t iteration);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const std::string& path() const { return temporary_; }
  /// Creates the file; where there is no room for `bytes`, that is an Error before HDF5 has anything to write. By rank
  /// 0.
  void make_room(std::int64_t bytes) const;
  /// Removes the contents. By rank 0.
  void empty() const;
  /// Gives the file its name, so that one of that name is complete whenever the run is killed. By rank 0.
  void publish();

private:
  bool first_;
  std::string path_;
  std::string temporary_;
  bool published_ = false;
};

} // namespace nopal::hdf5
