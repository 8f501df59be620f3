#pragma once
// One openPMD file: one iteration of a fileBased series.

#include "options.hpp"

#include <mpi.h>

#include <optional>

namespace nopal::hdf5 {

/// Open for writing under a temporary name; publish() gives it its own, so that a file of that name is complete
/// whenever the run is killed. All members are collective.
class File {
public:
  /// Creates the file with the root's attributes and the group of the iteration. Where there is no room for `bytes`
  /// of data, that is an Error before HDF5 has anything to write.
  File(const Options& options, const Call& call, std::int64_t bytes);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Services& services() const { return services_; }
  const Options& options() const { return options_; }
  hid_t iteration() const { return *iteration_; }
  /// Group for mesh records, or for arrays, made at first use.
  hid_t meshes();
  hid_t arrays();
  /// Closes the file and renames it.
  void publish();

private:
  void make_room(std::int64_t bytes) const;
  hid_t group(std::optional<Handle>& group, const char* name);

  const Options& options_;
  Services& services_;
  MPI_Comm communicator_;
  std::string path_;
  std::string temporary_;
  bool published_ = false;
  std::optional<Handle> file_;
  std::optional<Handle> iteration_, meshes_, arrays_; // closed before the file
};

} // namespace nopal::hdf5
