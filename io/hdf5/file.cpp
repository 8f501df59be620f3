#include "file.hpp"

#include "attributes.hpp"
#include "disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace nopal::hdf5 {

File::File(Handle file, const Options& options, const Call& call, const std::string& date) : file_(std::move(file)) {
  describe_root(file_, options.names, Encoding::file_based, date, call.services().parfile());
  const Handle data = create_group(file_, "data");
  iteration_.emplace(create_group(data, std::to_string(call.iteration())));
  attribute(*iteration_, "time", call.time());
  attribute(*iteration_, "dt", call.domain().dt());
  attribute(*iteration_, "timeUnitSI", 1.0);
}

hid_t File::group(std::optional<Handle>& group, const char* name) {
  if (!group) group.emplace(create_group(*iteration_, name));
  return *group;
}

hid_t File::meshes() { return group(meshes_, "meshes"); }
hid_t File::arrays() { return group(arrays_, "arrays"); }

void File::finish() {
  arrays_.reset();
  meshes_.reset();
  iteration_.reset();
}

void File::flush() { check(H5Fflush(file_, H5F_SCOPE_LOCAL), std::string("write the file") + remedy); }

void File::close() {
  if (!file_.close()) fail(std::string("close the file") + remedy);
}

Unfinished::Unfinished(Services& services, const Names& names, std::int64_t iteration)
    : first_(services.rank() == 0), path_(names.path(names.data(iteration))),
      temporary_(names.unfinished(names.data(iteration))) {}

Unfinished::~Unfinished() {
  if (first_ && !published_) unlink(temporary_.c_str());
}

/// HDF5 1.10 crashes at the end of the program where a file could not be closed for want of space, so that is found
/// out beforehand. File systems that cannot tell are believed to have room.
void Unfinished::make_room(std::int64_t bytes) const {
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) throw Error("cannot create '" + temporary_ + "': " + std::strerror(errno) + remedy);
  int failed = 0;
  do failed = fallocate(file, 0, 0, bytes);
  while (failed != 0 && errno == EINTR); // a signal, which the run answers later
  const int reason = failed == 0 ? 0 : errno;
  ::close(file);
  if (reason == 0 || reason == EOPNOTSUPP || reason == ENOSYS) return;
  throw Error("cannot write '" + path_ + "', which takes up to " + std::to_string(bytes) +
              " bytes: " + std::strerror(reason) + remedy);
}

void Unfinished::empty() const {
  if (truncate(temporary_.c_str(), 0) != 0) unlink(temporary_.c_str());
}

void Unfinished::publish() {
  rename_file(temporary_, path_);
  published_ = true;
}

} // namespace nopal::hdf5
