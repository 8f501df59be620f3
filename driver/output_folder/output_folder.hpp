#pragma once
// The output folder of this run.

#include "core/parameters/parameters.hpp"
#include "driver/output_folder/take_folder.hpp"
#include "driver/session/session.hpp"

#include <functional>
#include <string>

namespace nopal {

/// Holds the lock of the folder until this object is destroyed or the process ends in any way.
class OutputFolder {
public:
  /// Collective. Takes the folder that driver.output, driver.existing_output and checkpoint.recover ask for
  /// (take_folder.hpp). Throws the same Error on all ranks if it cannot take one.
  OutputFolder(const Session& session, const Parameters& parameters, const std::string& parfile);

  /// Returns the path as the user knows it.
  const std::string& path() const { return taken_.path; }
  /// Returns the path from the root on, which a function of a thorn that changes the working folder does not make
  /// wrong.
  const std::string& whole_path() const { return whole_path_; }
  /// Returns driver.output, or the parfile's name without its ending if driver.output is empty.
  const std::string& requested() const { return request_.name; }
  /// Returns the folder of this run's record, from the root on.
  const std::string& run() const { return taken_.run; }
  /// True if the folder holds output of an earlier run, which this run was asked to continue.
  bool has_earlier_output() const { return taken_.earlier_output; }

  /// Collective. Call this if there was no checkpoint to go on from: takes another folder and leaves the earlier output
  /// as it is. Throws like the constructor.
  void take_another();

private:
  void take(const std::function<TakenFolder()>& how);

  const Session& session_;
  FolderRequest request_;
  std::string whole_path_;
  TakenFolder taken_; ///< lock, note and warning: on rank 0 only
};

} // namespace nopal
