#include "direct.hpp"

#include "file.hpp"
#include "records.hpp"

#include <algorithm>

namespace nopal::hdf5 {

namespace {

/// Creates the datasets and remembers where in the file they lie. It writes the values of arrays, too.
class Offsets final : public Datasets {
public:
  Handle field(hid_t group, const std::string& name, const Shape& shape, const Source& source, int /*part*/,
               const Storage& storage) override {
    Handle dataset = create_dataset(group, name, shape, source.type, storage);
    const haddr_t offset = shape.whole.empty() ? 0 : H5Dget_offset(dataset); // nothing has no place in the file
    if (offset == HADDR_UNDEF) fail("find dataset '" + name + "' in its file");
    offsets_.push_back(static_cast<std::int64_t>(offset));
    return dataset;
  }
  Handle array(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part) override {
    Handle dataset = create_dataset(group, name, shape, source.type, {});
    write_dataset(dataset, name, shape, source, part, {}, H5P_DEFAULT);
    return dataset;
  }
  const std::vector<std::int64_t>& offsets() const { return offsets_; }

private:
  std::vector<std::int64_t> offsets_;
};

/// Creates the file. Rank 0 calls this. Returns the offsets of the datasets of Datasets::field(), in order.
std::vector<std::int64_t> create(Call& call, const Options& options, const Content& content, std::int64_t bytes,
                                 const Unfinished& unfinished) {
  unfinished.make_room(bytes);
  const std::string& path = unfinished.path();
  File file({H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, file_access(options.alignment)), H5Fclose,
             "create '" + path + "'" + remedy},
            options, call, date());
  Offsets datasets;
  write_content(file, datasets, options, call, content);
  file.finish();
  file.close();
  return datasets.offsets();
}

/// Adds the datasets of a grid function, without their offsets.
void add_field(Call& call, const Options& options, Slot slot, std::vector<LaidOut>& datasets) {
  const Group& group = call.services().variables().group_of(slot.variable);
  const Part own = call.only_part(); // a file takes one box from each process
  const Shape shape{options.selection, part_in(options.selection, own.owned()), call.domain().dimension()};
  const Source source = source_of(own, group.type, slot, shape.part.first);
  const std::size_t parts = std::max<std::size_t>(component_names(group.type).size(), 1);
  for (std::size_t part = 0; part < parts; ++part)
    datasets.push_back({0, shape, source, static_cast<int>(part), is_single(options, group)});
}

/// Returns the datasets of Datasets::field() without their offsets, in the order of write_content().
std::vector<LaidOut> fields_of(Call& call, const Options& options, const Content& content) {
  std::vector<LaidOut> datasets;
  for (const Slot slot : content.slots) {
    const Group& group = call.services().variables().group_of(slot.variable);
    if (group.kind == GroupKind::gf) add_field(call, options, slot, datasets);
    if (group.kind != GroupKind::dat) continue;
    const Rows& rows = content.dats.at(slot.variable);
    datasets.push_back({0, rows.line(), rows.source(), 0, is_single(options, group)});
  }
  for (const Table& table : content.tables)
    if (content.holds_tables) datasets.push_back({0, table.rows.line(), table.rows.source(), 0, false});
  return datasets;
}

} // namespace

std::vector<LaidOut> lay_out(Call& call, const Options& options, const Content& content, std::int64_t bytes,
                             const Unfinished& unfinished) {
  Services& services = call.services();
  std::vector<std::int64_t> offsets;
  services.together([&] {
    if (services.rank() == 0) offsets = create(call, options, content, bytes, unfinished);
  });
  std::vector<LaidOut> datasets = fields_of(call, options, content);
  offsets.resize(datasets.size());
  services.collective().broadcast(std::span(offsets));
  for (std::size_t n = 0; n < datasets.size(); ++n) datasets[n].offset = offsets[n];
  return datasets;
}

} // namespace nopal::hdf5
