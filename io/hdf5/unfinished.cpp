#include "unfinished.hpp"

#include "disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace nopal::hdf5 {

Unfinished::Unfinished(const Names& names, const std::string& name, bool owned)
    : path_(names.path(name)), temporary_(names.unfinished(name)), owned_(owned) {}

Unfinished::Unfinished(Unfinished&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)),
      owned_(std::exchange(other.owned_, false)) {}

Unfinished::~Unfinished() {
  if (owned_) unlink(temporary_.c_str());
}

/// HDF5 1.10 crashes at the end of the program if there was no space to close a file. So this function checks the space
/// first. It finds nothing wrong on a file system that does not know its free space.
void Unfinished::make_room(std::int64_t bytes) const {
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) throw_disk_error("create '" + temporary_ + "'", errno, write_less);
  int failed = 0;
  do failed = fallocate(file, 0, 0, bytes);
  while (failed != 0 && errno == EINTR); // a signal came; the run handles it later
  const int reason = failed == 0 ? 0 : errno;
  ::close(file);
  if (reason == 0 || reason == EOPNOTSUPP || reason == ENOSYS) return;
  throw_disk_error("write '" + path_ + "', which takes up to " + std::to_string(bytes) + " bytes", reason, write_less);
}

void Unfinished::empty() const {
  if (truncate(temporary_.c_str(), 0) != 0) unlink(temporary_.c_str());
}

void Unfinished::publish() {
  rename_on_disk(temporary_, path_, write_less);
  owned_ = false;
}

} // namespace nopal::hdf5
