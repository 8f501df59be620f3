#pragma once
// A folder for a run that keeps nothing.

#include "driver/session/session.hpp"

#include <string>

namespace nopal {

/// An empty folder for temporary files, which rank 0 makes and removes. Thorns may ask for the output folder of any
/// run.
class ScratchFolder {
public:
  /// Collective. Throws the same Error on all ranks if the folder cannot be made.
  explicit ScratchFolder(const Session& session);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

private:
  const bool owner_;
  std::string path_;
};

} // namespace nopal
