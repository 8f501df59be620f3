#include "collective.hpp"

#include "file.hpp"
#include "records.hpp"

#include <nopal/mpi.hpp>

#include <optional>
#include <utility>

namespace nopal::hdf5 {

namespace {

/// Returns the date by rank 0's clock, on every process.
std::string common_date(Collective& collective) {
  std::string text = date();
  text.resize(31);
  collective.broadcast(std::span(text));
  return text.substr(0, text.find('\0'));
}

/// The hints for MPI-IO.
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

/// Creates each dataset and writes it at once.
class Written final : public Datasets {
public:
  Written(Services& services, const Options& options)
      : services_(services), transfer_(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "make transfer properties") {
    const bool independent = options.transfers == Transfers::independent;
    check(H5Pset_dxpl_mpio(transfer_, independent ? H5FD_MPIO_INDEPENDENT : H5FD_MPIO_COLLECTIVE),
          "choose the kind of transfers");
  }
  Handle field(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part,
               const Storage& storage) override {
    std::optional<Handle> dataset;
    services_.together([&] { dataset.emplace(create_dataset(group, name, shape, source.type, storage)); });
    services_.together([&] { write_dataset(*dataset, name, shape, source, part, storage, transfer_); });
    return std::move(*dataset);
  }
  Handle array(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part) override {
    return field(group, name, shape, source, part, {});
  }

private:
  Services& services_;
  Handle transfer_;
};

/// If writing fails, empties the file before HDF5 closes it. HDF5 then has room for the data that it still holds.
class EmptiedAtFailure {
public:
  EmptiedAtFailure(Services& services, const Unfinished& unfinished) : services_(services), unfinished_(unfinished) {}
  ~EmptiedAtFailure() {
    if (good_) return;
    if (services_.rank() == 0) unfinished_.empty();
    services_.collective().barrier();
  }
  EmptiedAtFailure(const EmptiedAtFailure&) = delete;
  EmptiedAtFailure& operator=(const EmptiedAtFailure&) = delete;
  void good() { good_ = true; }

private:
  Services& services_;
  const Unfinished& unfinished_;
  bool good_ = false;
};

} // namespace

void write_collectively(Call& call, const Options& options, const Content& content, std::int64_t bytes,
                        const Unfinished& unfinished) {
  Services& services = call.services();
  services.together([&] {
    if (services.rank() == 0) unfinished.make_room(bytes);
  });
  const std::string now = common_date(services.collective());
  File file(create(communicator(services.collective()), options, unfinished.path()), options, call, now);
  EmptiedAtFailure guard(services, unfinished);
  Written datasets(services, options);
  write_content(file, datasets, options, call, content);
  file.finish();
  services.together([&] {
    if (options.durability == Durability::disk) file.flush(); // every process brings its data to the disk
  });
  services.together([&] { file.close(); });
  guard.good();
}

} // namespace nopal::hdf5
