#pragma once
// The working folder of the run. Relative names of files begin there.

#include <string>

namespace nopal {

/// Notices chdir() and fchdir() without a system call of its own: the program defines them, and thorns and libraries
/// are linked with these.
class WorkingFolder {
public:
  /// Keeps the folder of this moment.
  WorkingFolder();
  ~WorkingFolder();
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  /// Goes back to the folder if somebody has left it. Returns the other folder; empty: nobody has.
  std::string restore() const;

private:
  std::string path_;
  int number_ = -1; ///< of the open folder
};

} // namespace nopal
