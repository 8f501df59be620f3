#pragma once
// Which folder a run writes to, so that it neither overwrites what an earlier run has written nor meets one that still
// runs. Plain code of one process: knows no MPI.

#include "core/base/location.hpp"
#include "core/kernel_cache/file_lock.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace nopal {

/// driver.existing_output: what becomes of a run whose output folder holds the output of an earlier one.
enum class ExistingOutput { number, refuse, recover };

struct FolderRequest {
  std::string name; ///< driver.output, or the parfile's name
  ExistingOutput existing = ExistingOutput::number;
  std::string recover; ///< checkpoint.recover: auto or the folder of a checkpoint; empty: nothing
  Location where;      ///< of driver.output, for messages
  std::chrono::milliseconds patience{10'000}; ///< for the end of a run that this one goes on from
};

struct TakenFolder {
  std::string path;
  std::string run;             ///< folder of this run's record, new and empty
  bool earlier_output = false; ///< of a run that this one is to go on from
  std::string note;            ///< what a user should know; may be empty
  std::string warning;         ///< the same
  std::unique_ptr<FileLock> lock;
};

/// Creates the folder and tries to write in it. What goes on from a checkpoint takes the newest folder of the name's
/// series, or the one that holds the checkpoint; another run takes the folder of that name where no earlier run has
/// written to it, and what driver.existing_output says where one has. Throws Error that says what is in the way and
/// the ways out.
TakenFolder take_folder(const FolderRequest& request);

/// As a run that is not asked to go on. left: the folder that this run holds and leaves as it is, since it has found
/// nothing to go on from there; empty: none.
TakenFolder take_fresh_folder(const FolderRequest& request, const std::string& left = {});

} // namespace nopal
