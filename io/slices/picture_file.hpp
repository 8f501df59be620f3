#pragma once
// Pictures on the disk. A file with its final name is always complete.

#include <string>
#include <vector>

namespace nopal::slices {

class PictureFiles {
public:
  /// Writes a file under a temporary name and then renames it to `<folder>/<name>`; an old file of that name is
  /// replaced. If this fails, it removes the file and throws an Error with the path, the system's reason and a remedy.
  void write(const std::string& folder, const std::string& name, const std::vector<unsigned char>& bytes);
  /// Returns when all pictures that were written and still exist are on the disk. Throws Error.
  void sync(const std::string& folder);

private:
  std::vector<std::string> unsynced_; ///< paths of pictures that may not be on the disk
};

} // namespace nopal::slices
