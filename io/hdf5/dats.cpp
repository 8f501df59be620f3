#include "dats.hpp"

#include "attributes.hpp"
#include "records.hpp"

namespace nopal::hdf5 {

namespace {

/// Returns "<thorn>_<map>".
std::string table_name(std::string map) { return map.replace(map.find("::"), 2, "_"); }

} // namespace

std::string table_path(const Content& content, const std::string& map) {
  return "/data/" + std::to_string(content.tables_at) + "/maps/" + table_name(map);
}

void write_dat(File& file, Datasets& datasets, const Options& options, const Call& call, Slot slot, const Rows& rows) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const Handle dat = datasets.field(file.dats(), record_name(variables, slot.variable), rows.shape(), rows.source(), 0,
                                    {is_single(options, group), options.deflate});
  describe_values(dat, call, slot);
  attribute(dat, "set", group.set);
}

void write_tables(File& file, Datasets& datasets, const Options& options, const Content& content) {
  for (const Table& table : content.tables) {
    const std::string name = table_name(table.map);
    if (content.holds_tables) {
      const Handle dataset =
          datasets.field(file.maps(), name, table.rows.shape(), table.rows.source(), 0, {false, options.deflate});
      attribute(dataset, "from", table.from);
      attribute(dataset, "to", table.to);
    } else {
      const std::string source = options.names.data(content.tables_at);
      const std::string path = table_path(content, table.map);
      check(H5Lcreate_external(source.c_str(), path.c_str(), file.maps(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
            "link to '" + source + "'");
    }
  }
}

} // namespace nopal::hdf5
