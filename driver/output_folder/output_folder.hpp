#pragma once
// Where the output of this run goes.

#include "core/parameters/parameters.hpp"
#include "driver/output_folder/take_folder.hpp"
#include "driver/session/session.hpp"

#include <functional>
#include <string>

namespace nopal {

/// Held by this run until destroyed, or until the process ends in whatever way.
class OutputFolder {
public:
  /// Collective: takes a folder as driver.output, driver.existing_output and checkpoint.recover say (take_folder.hpp).
  /// Throws the same Error on all ranks where there is none to take.
  OutputFolder(const Session& session, const Parameters& parameters, const std::string& parfile);

  const std::string& path() const { return path_; }
  /// What driver.output says, or the parfile's name without its ending.
  const std::string& requested() const { return request_.name; }
  /// Folder of this run's record.
  const std::string& run() const { return run_; }
  /// Output of the run that this one was to go on from lies there.
  bool has_earlier_output() const { return earlier_output_; }

  /// Collective: leaves that output as it is and takes another folder, since there was nothing to go on from. As above.
  void take_another();

private:
  void take(const std::function<TakenFolder()>& how);

  const Session& session_;
  FolderRequest request_;
  TakenFolder taken_; ///< rank 0's
  std::string path_, run_;
  bool earlier_output_ = false;
};

} // namespace nopal
