#pragma once
// One openPMD file: one iteration of a fileBased series.

#include "handle.hpp"

#include <nopal/thorn.hpp>

#include <mpi.h>

#include <optional>

namespace nopal::hdf5 {

/// Names of a series' files.
struct Names {
  std::string folder;
  std::string stem;

  /// "<stem>_00000100.h5", without the folder.
  std::string data(long iteration) const;
  /// "<stem>.xmf", without the folder.
  std::string xdmf() const { return stem + ".xmf"; }
  std::string path(const std::string& name) const { return folder + '/' + name; }
};

/// Open for writing under a temporary name; publish() gives it its own, so that a file of that name is complete
/// whenever the run is killed. All members are collective.
class File {
public:
  /// Creates the file with the root's attributes and the group of the iteration. Where there is no room for `bytes`
  /// of data, that is an Error before HDF5 has anything to write.
  File(MPI_Comm communicator, const Names& names, const Call& call, std::int64_t bytes);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  MPI_Comm communicator() const { return communicator_; }
  hid_t iteration() const { return *iteration_; }
  /// Group for mesh records, or for arrays, made at first use.
  hid_t meshes();
  hid_t arrays();
  /// Closes the file and renames it.
  void publish();

private:
  void make_room(std::int64_t bytes) const;
  hid_t group(std::optional<Handle>& group, const char* name);

  MPI_Comm communicator_;
  int rank_;
  std::string path_;
  std::string temporary_;
  bool published_ = false;
  std::optional<Handle> file_;
  std::optional<Handle> iteration_, meshes_, arrays_; // closed before the file
};

} // namespace nopal::hdf5
