// Makes the mesh: sizes of sets and tables of maps.

#include "file.hpp"
#include "settings.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

namespace nopal::mesh {

namespace {

/// Where the size of a set comes from.
struct Size {
  std::int64_t elements = 0;
  std::string source;
};

class Maker {
public:
  Maker(MeshMaker& maker, const File& file) : maker_(maker), parameters_(maker.parameters()), file_(file) {}

  void sizes() {
    for (const Entry& entry : entries("mesh::sets", parameters_)) note_size(entry.name, size_of(entry), entry);
    for (const Entry& entry : entries("mesh::maps", parameters_, 3)) {
      check_datasets(entry, map_named(entry));
      const std::int64_t rows = file_.shape(entry.datasets.back(), false).rows;
      note_size(set_from(map_named(entry)).name, entry.datasets.size() > 1 ? rows - 1 : rows, entry);
    }
    if (const auto entry = positions()) note_size(entry->name, file_.shape(entry->datasets[0], true).rows, *entry);
    for (const auto& [name, size] : sizes_) give_size(name, size);
  }

  void tables() {
    for (const Entry& entry : entries("mesh::maps", parameters_, 3)) maker_.map(entry.name, table(entry));
    if (const auto entry = positions()) {
      const Shape shape = file_.shape(entry->datasets[0], true);
      if (shape.columns > 3) throw Error(fmt::format("mesh::positions: {} columns, expected 1 to 3", shape.columns));
      const auto [first, rows] = block(entry->name);
      maker_.positions(entry->name, static_cast<int>(shape.columns), file_.reals(entry->datasets[0], first, rows));
    }
  }

private:
  const MeshMap& map_named(const Entry& entry) const {
    const auto number = maker_.topology().find_map(entry.name);
    std::vector<std::string> names;
    for (const MeshMap& map : maker_.topology().maps) names.push_back(map.name);
    if (!number)
      throw Error(parameters_.where("mesh::maps"), fmt::format("mesh::maps: no active thorn declares the map \"{}\"{}",
                                                               entry.name, did_you_mean(entry.name, names)));
    return maker_.topology().maps[static_cast<std::size_t>(*number)];
  }
  const MeshSet& set_from(const MeshMap& map) const {
    return maker_.topology().sets[static_cast<std::size_t>(map.from)];
  }

  std::optional<Entry> positions() const {
    const std::string& text = parameters_.string("mesh::positions");
    if (text.empty()) return std::nullopt;
    return parse_entry(text, "mesh::positions", parameters_);
  }

  std::int64_t size_of(const Entry& entry) const {
    if (const auto number = parse_number<std::int64_t>(entry.datasets[0])) return *number;
    const Shape shape = file_.shape(entry.datasets[0], false);
    if (shape.rows * shape.columns != 1)
      throw Error(parameters_.where("mesh::sets"),
                  fmt::format("mesh::sets: the dataset \"{}\" has {} numbers, expected one: the size of {}",
                              entry.datasets[0], shape.rows * shape.columns, entry.name));
    return file_.integers(entry.datasets[0], 0, 1).front();
  }

  void note_size(const std::string& set, std::int64_t elements, const Entry& from) {
    const auto [known, is_new] = sizes_.emplace(set, Size{elements, from.datasets.back()});
    if (is_new || known->second.elements == elements) return;
    throw Error(fmt::format("{}: the set {} has {} elements by \"{}\", but {} by \"{}\"", mesh_path(parameters_), set,
                            known->second.elements, known->second.source, elements, from.datasets.back()));
  }

  // A function of another thorn may have given the size already.
  void give_size(const std::string& set, const Size& size) {
    const auto number = maker_.topology().find_set(set);
    const std::int64_t given = number ? maker_.slices().sizes[static_cast<std::size_t>(*number)] : -1;
    if (given < 0) return maker_.set(set, size.elements);
    if (given != size.elements)
      throw Error(fmt::format("{}: the set {} has {} elements, but {} by \"{}\"", mesh_path(parameters_), set, given,
                              size.elements, size.source));
  }

  std::pair<std::int64_t, std::int64_t> block(const std::string& set) const {
    const ElementBlocks blocks = maker_.blocks(set);
    const int rank = maker_.collective().rank();
    return {blocks.first(rank), blocks.count(rank)};
  }

  MapTable table(const Entry& entry) const {
    const MeshMap& map = map_named(entry);
    const auto [first, rows] = block(set_from(map).name);
    const std::int64_t base = parameters_.integer("mesh::first_number");
    const Shape shape = file_.shape(entry.datasets[0], false);
    if (map.arity > 0 && shape.columns != map.arity)
      throw Error(fmt::format("{}: the dataset \"{}\" has {} column{}, but {} is declared with arity: {}",
                              mesh_path(parameters_), entry.datasets[0], shape.columns, shape.columns == 1 ? "" : "s",
                              map.name, map.arity));
    std::vector<std::int64_t> offsets;
    if (map.arity == 0) offsets = block_offsets(entry, first, rows, shape.rows);
    std::vector<std::int64_t> targets =
        map.arity > 0 ? file_.integers(entry.datasets[0], first, rows)
                      : file_.integers(entry.datasets[0], offsets.front(), offsets.back() - offsets.front());
    // The least integer stays as it is, since it is out of range in any case.
    for (std::int64_t& target : targets)
      if (target > std::numeric_limits<std::int64_t>::min()) target -= base;
    if (map.arity > 0) return {map.arity, std::move(targets)};
    const std::int64_t start = offsets.front();
    for (std::int64_t& offset : offsets) offset -= start;
    return {std::move(offsets), std::move(targets)};
  }

  // Whether the entry has the datasets that the map needs, with the columns of lists.
  void check_datasets(const Entry& entry, const MeshMap& map) const {
    const std::string path = mesh_path(parameters_);
    if (entry.datasets.size() != (map.arity == 0 ? 2 : 1))
      throw Error(parameters_.where("mesh::maps"),
                  fmt::format("mesh::maps: {} is declared with {}, so it needs {}", map.name,
                              map.arity == 0 ? "arity: varying" : fmt::format("arity: {}", map.arity),
                              map.arity == 0 ? "two datasets, \"targets, offsets\"" : "one dataset"));
    if (map.arity > 0) return;
    for (const std::string& dataset : entry.datasets)
      if (const Shape shape = file_.shape(dataset, false); shape.columns != 1)
        throw Error(fmt::format("{}: the dataset \"{}\" has {} columns, expected one", path, dataset, shape.columns));
    const std::string& offsets = entry.datasets[1];
    const std::int64_t rows = file_.shape(offsets, false).rows, targets = file_.shape(entry.datasets[0], false).rows;
    if (rows == 0)
      throw Error(
          fmt::format("{}: the dataset \"{}\" is empty, but there is one offset more than elements", path, offsets));
    const std::int64_t last = file_.integers(offsets, rows - 1, 1).front();
    if (const std::int64_t first = file_.integers(offsets, 0, 1).front(); first != 0)
      throw Error(fmt::format("{}: \"{}\" begins with {}; offsets begin at 0", path, offsets, first));
    if (last < targets)
      throw Error(fmt::format("{}: \"{}\" ends with {}, but \"{}\" has {} targets", path, offsets, last,
                              entry.datasets[0], targets));
  }

  // Where the rows of this process's block begin in the dataset of the targets, and where the last one ends.
  std::vector<std::int64_t> block_offsets(const Entry& entry, std::int64_t first, std::int64_t rows,
                                          std::int64_t n_targets) const {
    std::vector<std::int64_t> offsets = file_.integers(entry.datasets[1], first, rows + 1);
    for (std::size_t n = 0; n < offsets.size(); ++n)
      if (offsets[n] < (n > 0 ? offsets[n - 1] : 0) || offsets[n] > n_targets)
        throw Error(fmt::format(
            "{}: \"{}\" is {} in row {}; offsets do not decrease, and are at most {}, the number of "
            "targets",
            mesh_path(parameters_), entry.datasets[1], offsets[n], first + static_cast<std::int64_t>(n), n_targets));
    return offsets;
  }

  MeshMaker& maker_;
  const Parameters& parameters_;
  const File& file_;
  std::map<std::string, Size> sizes_;
};

} // namespace

} // namespace nopal::mesh

NOPAL_MESH(read) {
  std::optional<nopal::mesh::File> file;
  std::optional<nopal::mesh::Maker> make;
  maker.together([&] {
    file.emplace(nopal::mesh::mesh_path(maker.parameters()));
    make.emplace(maker, *file);
    make->sizes();
  });
  maker.together([&] { make->tables(); });
}
