#pragma once
// Chooses and locks the output folder, so that a run neither overwrites the output of an earlier run nor writes to the
// folder of a run that is still running. Used by one process; knows no MPI.

#include "core/base/location.hpp"
#include "core/kernel_cache/file_lock.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace nopal {

/// driver.existing_output: what a run does if its output folder holds the output of an earlier run.
enum class ExistingOutput { number, refuse, recover };

struct FolderRequest {
  std::string name; ///< driver.output, or the parfile's name
  ExistingOutput existing = ExistingOutput::number;
  std::string recover; ///< checkpoint.recover: auto or the folder of a checkpoint; empty: nothing
  Location where;      ///< place of driver.output, for messages
  std::chrono::milliseconds patience{10'000}; ///< how long to wait for the end of the earlier run
};

/// The folder that a run writes to.
struct TakenFolder {
  std::string path;
  std::string run;             ///< folder of this run's record, new and empty
  bool earlier_output = false; ///< the folder holds output of a run to go on from
  std::string note;            ///< information for the user; may be empty
  std::string warning;         ///< warning for the user; may be empty
  std::unique_ptr<FileLock> lock;
};

/// Creates the folder and tries to write in it. A run that goes on from a checkpoint takes the newest folder of the
/// series, or the folder that holds the checkpoint. Any other run takes the folder of the given name; if an earlier run
/// has written to it, driver.existing_output decides. Throws Error that says what is in the way and what to do.
TakenFolder take_folder(const FolderRequest& request);

/// Takes a folder as for a run that does not go on from a checkpoint. `left` is the folder that this run holds and
/// leaves unchanged, because it found no checkpoint there; empty: none.
TakenFolder take_fresh_folder(const FolderRequest& request, const std::string& left = {});

} // namespace nopal
