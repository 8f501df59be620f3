#include "file.hpp"

#include "attributes.hpp"

namespace nopal::hdf5 {

File::File(Handle file, const Options& options, const Call& call, const std::string& date) : file_(std::move(file)) {
  describe_root(file_, options.names, Encoding::file_based, date, call.services().parfile());
  const Handle data = create_group(file_, "data");
  iteration_.emplace(create_group(data, std::to_string(call.iteration())));
  attribute(*iteration_, "time", call.time());
  attribute(*iteration_, "dt", call.dt());
  attribute(*iteration_, "timeUnitSI", 1.0);
}

hid_t File::group(std::optional<Handle>& group, const char* name) {
  if (!group) group.emplace(create_group(*iteration_, name));
  return *group;
}

hid_t File::meshes() { return group(meshes_, "meshes"); }
hid_t File::arrays() { return group(arrays_, "arrays"); }
hid_t File::dats() { return group(dats_, "dats"); }
hid_t File::maps() { return group(maps_, "maps"); }

void File::finish() {
  maps_.reset();
  dats_.reset();
  arrays_.reset();
  meshes_.reset();
  iteration_.reset();
}

void File::flush() { check(H5Fflush(file_, H5F_SCOPE_LOCAL), std::string("write the file") + remedy); }

void File::close() {
  if (!file_.close()) fail(std::string("close the file") + remedy);
}

} // namespace nopal::hdf5
