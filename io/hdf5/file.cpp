#include "file.hpp"

#include "agree.hpp"
#include "attributes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace nopal::hdf5 {

namespace {

/// Now, in UTC, as openPMD writes it; rank 0's clock on every process.
std::string date(MPI_Comm communicator) {
  char text[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S +0000", &parts);
  MPI_Bcast(text, sizeof text, MPI_CHAR, 0, communicator);
  return text;
}

Handle create(MPI_Comm communicator, const std::string& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make file access properties");
  check(H5Pset_fapl_mpio(access, communicator, MPI_INFO_NULL), "choose parallel access");
  // Since 1.8: attributes (the parfile) may be longer than 64 KiB.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST), "choose the file format's version");
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "create '" + path + "'" + remedy};
}

Handle create_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          "create group '" + name + "'"};
}

} // namespace

std::string Names::data(long iteration) const {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08ld", iteration);
  return stem + '_' + digits + ".h5";
}

File::File(MPI_Comm communicator, const Names& names, const Call& call, std::int64_t bytes)
    : communicator_(communicator), rank_(call.services().rank()), path_(names.path(names.data(call.iteration()))),
      temporary_(names.path('.' + names.data(call.iteration()) + ".part")) {
  const std::string now = date(communicator);
  make_room(bytes + static_cast<std::int64_t>(call.services().parfile().size()));
  file_.emplace(create(communicator, temporary_));
  attribute(*file_, "openPMD", "1.1.0");
  attribute(*file_, "openPMDextension", std::uint32_t{0});
  attribute(*file_, "basePath", "/data/%T/");
  attribute(*file_, "meshesPath", "meshes/");
  attribute(*file_, "iterationEncoding", "fileBased");
  attribute(*file_, "iterationFormat", names.stem + "_%T.h5");
  attribute(*file_, "software", "nopal");
  attribute(*file_, "softwareVersion", NOPAL_VERSION);
  attribute(*file_, "date", now);
  attribute(*file_, "parfile", call.services().parfile());

  const Handle data = create_group(*file_, "data");
  iteration_.emplace(create_group(data, std::to_string(call.iteration())));
  attribute(*iteration_, "time", call.time());
  attribute(*iteration_, "dt", call.domain().dt());
  attribute(*iteration_, "timeUnitSI", 1.0);
}

/// HDF5 1.10 crashes at the end of the program where a file could not be closed for want of space, so that is found
/// out beforehand, by rank 0. File systems that cannot tell are believed to have room.
void File::make_room(std::int64_t bytes) const {
  constexpr std::int64_t metadata = 1 << 16;
  together(communicator_, [&] {
    if (rank_ != 0) return;
    const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) throw Error("cannot create '" + temporary_ + "': " + std::strerror(errno) + remedy);
    const int reason = fallocate(file, 0, 0, bytes + metadata) == 0 ? 0 : errno;
    close(file);
    if (reason == 0 || reason == EOPNOTSUPP || reason == ENOSYS) return;
    std::remove(temporary_.c_str());
    throw Error("cannot write '" + path_ + "', which takes " + std::to_string(bytes) +
                " bytes: " + std::strerror(reason) + remedy);
  });
}

File::~File() {
  if (published_) return;
  // What was written goes first: HDF5 then has room to write what it still holds, and closes.
  if (rank_ == 0 && truncate(temporary_.c_str(), 0) != 0) std::remove(temporary_.c_str());
  MPI_Barrier(communicator_);
  arrays_.reset();
  meshes_.reset();
  iteration_.reset();
  file_.reset();
  if (rank_ == 0) std::remove(temporary_.c_str());
}

hid_t File::group(std::optional<Handle>& group, const char* name) {
  if (!group) group.emplace(create_group(*iteration_, name));
  return *group;
}

hid_t File::meshes() { return group(meshes_, "meshes"); }
hid_t File::arrays() { return group(arrays_, "arrays"); }

void File::publish() {
  arrays_.reset();
  meshes_.reset();
  iteration_.reset();
  together(communicator_, [this] {
    if (H5Fflush(*file_, H5F_SCOPE_LOCAL) < 0) fail("write '" + temporary_ + "'" + remedy);
  });
  together(communicator_, [this] {
    if (!file_->close()) fail("close '" + temporary_ + "'" + remedy);
  });
  together(communicator_, [this] {
    if (rank_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0)
      throw Error("cannot rename '" + temporary_ + "' to '" + path_ + "': " + std::strerror(errno) + remedy);
  });
  published_ = true;
}

} // namespace nopal::hdf5
