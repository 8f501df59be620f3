#include "file.hpp"

#include "attributes.hpp"
#include "disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace nopal::hdf5 {

namespace {

/// Rank 0's clock on every process.
std::string common_date(MPI_Comm communicator) {
  std::string text = date();
  text.resize(31);
  MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, communicator);
  return text.c_str(); // NOLINT(readability-redundant-string-cstr): up to the first null character
}

/// What MPI-IO is told.
class Hints {
public:
  explicit Hints(const Options& options) {
    if (options.hints.empty()) return;
    MPI_Info_create(&info_);
    for (const auto& [key, value] : options.hints) MPI_Info_set(info_, key.c_str(), value.c_str());
  }
  ~Hints() {
    if (info_ != MPI_INFO_NULL) MPI_Info_free(&info_);
  }
  Hints(const Hints&) = delete;
  Hints& operator=(const Hints&) = delete;
  operator MPI_Info() const { return info_; } // NOLINT(google-explicit-constructor)

private:
  MPI_Info info_ = MPI_INFO_NULL;
};

Handle create(MPI_Comm communicator, const Options& options, const std::string& path) {
  const Handle access = file_access(options.alignment);
  check(H5Pset_fapl_mpio(access, communicator, Hints(options)), "choose parallel access");
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "create '" + path + "'" + remedy};
}

} // namespace

File::File(const Options& options, const Call& call, std::int64_t bytes)
    : options_(options), services_(call.services()), communicator_(*static_cast<MPI_Comm*>(services_.communicator())),
      path_(options.names.path(options.names.data(call.iteration()))),
      temporary_(options.names.unfinished(options.names.data(call.iteration()))) {
  const std::string now = common_date(communicator_);
  make_room(bytes + static_cast<std::int64_t>(services_.parfile().size()));
  file_.emplace(create(communicator_, options, temporary_));
  describe_root(*file_, options.names, Encoding::file_based, now, services_.parfile());
  const Handle data = create_group(*file_, "data");
  iteration_.emplace(create_group(data, std::to_string(call.iteration())));
  attribute(*iteration_, "time", call.time());
  attribute(*iteration_, "dt", call.domain().dt());
  attribute(*iteration_, "timeUnitSI", 1.0);
}

/// HDF5 1.10 crashes at the end of the program where a file could not be closed for want of space, so that is found
/// out beforehand, by rank 0. File systems that cannot tell are believed to have room.
void File::make_room(std::int64_t bytes) const {
  const std::int64_t metadata = (1 << 16) + (options_.deflate > 0 ? bytes >> 10 : 0); // where each chunk lies
  services_.together([&] {
    if (services_.rank() != 0) return;
    const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) throw Error("cannot create '" + temporary_ + "': " + std::strerror(errno) + remedy);
    const int reason = fallocate(file, 0, 0, bytes + metadata) == 0 ? 0 : errno;
    close(file);
    if (reason == 0 || reason == EOPNOTSUPP || reason == ENOSYS) return;
    std::remove(temporary_.c_str());
    throw Error("cannot write '" + path_ + "', which takes " + (options_.deflate > 0 ? "up to " : "") +
                std::to_string(bytes) + " bytes: " + std::strerror(reason) + remedy);
  });
}

File::~File() {
  if (published_) return;
  // What was written goes first: HDF5 then has room to write what it still holds, and closes.
  const bool first = services_.rank() == 0;
  if (first && truncate(temporary_.c_str(), 0) != 0) std::remove(temporary_.c_str());
  MPI_Barrier(communicator_);
  arrays_.reset();
  meshes_.reset();
  iteration_.reset();
  file_.reset();
  if (first) std::remove(temporary_.c_str());
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
  services_.together([this] { // every process brings what it has written to the disk
    if (options_.sync && H5Fflush(*file_, H5F_SCOPE_LOCAL) < 0) fail("write '" + temporary_ + "'" + remedy);
  });
  services_.together([this] {
    if (!file_->close()) fail("close '" + temporary_ + "'" + remedy);
  });
  services_.together([this] {
    if (services_.rank() != 0) return;
    if (options_.sync) sync_file(temporary_); // and its length
    rename_file(temporary_, path_);
  });
  published_ = true;
}

} // namespace nopal::hdf5
