#include "core/sets/mesh_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace nopal {

namespace {

std::string elements_text(std::int64_t n) { return fmt::format("{} element{}", n, n == 1 ? "" : "s"); }

/// The elements `first` to `end` - 1.
std::string range_text(std::int64_t first, std::int64_t end) {
  if (end == first) return "none";
  return end == first + 1 ? fmt::format("{}", first) : fmt::format("{} to {}", first, end - 1);
}

/// Keeps the first messages of a kind, and counts the others.
class FirstFew {
public:
  explicit FirstFew(std::vector<std::string>& messages) : messages_(messages) {}

  /// `make`: makes the message.
  template <class Make> void add(Make make) {
    if (++count_ <= most_shown) messages_.push_back(make());
  }
  /// `subject`: stands before the number of the others.
  void finish(std::string_view subject) {
    if (count_ > most_shown)
      messages_.push_back(
          fmt::format("{}: and {} other{}", subject, count_ - most_shown, count_ == most_shown + 1 ? "" : "s"));
  }

private:
  static constexpr std::int64_t most_shown = 5;
  std::vector<std::string>& messages_;
  std::int64_t count_ = 0;
};

class MeshCheck {
public:
  MeshCheck(const Topology& topology, const MeshSlices& slices, int process, int processes)
      : topology_(topology), slices_(slices), process_(process), processes_(processes),
        good_size_(topology.sets.size()) {}

  std::vector<std::string> run() {
    check_numbers();
    for (int set = 0; set < topology_.n_sets(); ++set) check_size(set);
    for (int map = 0; map < topology_.n_maps(); ++map)
      if (map < std::ssize(slices_.maps) && !slices_.rules.of_map(static_cast<std::size_t>(map)))
        check_map(topology_.maps[map], slices_.maps[map]);
    check_positions();
    return std::move(messages_);
  }

private:
  void add(std::string message) { messages_.push_back(std::move(message)); }

  std::int64_t first(int set) const { return ElementBlocks{slices_.sizes[set], processes_}.first(process_); }
  std::int64_t end(int set) const { return ElementBlocks{slices_.sizes[set], processes_}.first(process_ + 1); }

  /// Sets without a size, maps without a table, and the reverse.
  void check_numbers() {
    for (std::size_t set = slices_.sizes.size(); set < topology_.sets.size(); ++set)
      add(fmt::format("{}: the mesh does not say how many elements the set has", topology_.sets[set].name));
    for (std::size_t map = slices_.maps.size(); map < topology_.maps.size(); ++map)
      add(fmt::format("{}: the mesh has no table for the map", topology_.maps[map].name));
    if (slices_.sizes.size() > topology_.sets.size())
      add(fmt::format("the mesh has {} sizes of sets, but {} sets are declared", slices_.sizes.size(),
                      topology_.sets.size()));
    if (slices_.maps.size() > topology_.maps.size())
      add(fmt::format("the mesh has {} tables of maps, but {} maps are declared", slices_.maps.size(),
                      topology_.maps.size()));
  }

  void check_size(int set) {
    if (set >= std::ssize(slices_.sizes)) return;
    const std::int64_t size = slices_.sizes[set];
    if (size < 0)
      add(fmt::format("{}: the number of elements is {}, but it must not be negative", topology_.sets[set].name, size));
    else if (size > most_elements)
      add(fmt::format("{}: the number of elements is {}, but at most {} are possible", topology_.sets[set].name, size,
                      most_elements));
    else
      good_size_[set] = true;
  }

  void check_map(const MeshMap& map, const MapTable& table) {
    if (!good_size_[map.from] || !good_size_[map.to]) return;
    const bool good_arity = check_arity(map, table), good_offsets = check_offsets(map, table);
    const bool good_rows = check_rows(map, table);
    if (!good_arity || !good_offsets || !good_rows) return;
    const bool leads = map.arity > 0 ? slices_.sizes[map.from] > 0 : !table.targets().empty();
    if (slices_.sizes[map.to] == 0 && leads)
      add(fmt::format("{}: elements of {} lead to {}, but this set has no elements", map.name,
                      topology_.sets[map.from].name, topology_.sets[map.to].name));
    else
      check_targets(map, table);
  }

  bool check_arity(const MeshMap& map, const MapTable& table) {
    if (map.arity == table.arity()) return true;
    const auto text = [](int arity) {
      return arity == 0 ? std::string("a number of targets that varies")
                        : fmt::format("{} target{}", arity, arity == 1 ? "" : "s");
    };
    add(fmt::format("{}: each row of the table has {}, but the map is declared with {}", map.name, text(table.arity()),
                    text(map.arity)));
    return false;
  }

  bool check_offsets(const MeshMap& map, const MapTable& table) {
    const std::vector<std::int64_t>& offsets = table.offsets();
    const auto bad = std::ranges::adjacent_find(offsets, std::ranges::greater());
    if (bad == offsets.end()) return true;
    const std::int64_t row = bad - offsets.begin();
    add(fmt::format("{}: the offsets decrease from {} to {} at element {}", map.name, *bad, *(bad + 1),
                    first(map.from) + row));
    return false;
  }

  bool check_rows(const MeshMap& map, const MapTable& table) {
    const std::int64_t from = first(map.from), to = end(map.from);
    if (table.rows() == to - from) return true;
    add(fmt::format("{}: process {} has {} row{} of the table, but {} of {} ({})", map.name, process_, table.rows(),
                    table.rows() == 1 ? "" : "s", elements_text(to - from), topology_.sets[map.from].name,
                    range_text(from, to)));
    return false;
  }

  void check_targets(const MeshMap& map, const MapTable& table) {
    const std::int64_t size = slices_.sizes[map.to], first_row = first(map.from);
    FirstFew few(messages_);
    for (std::int64_t row = 0; row < table.rows(); ++row) {
      const std::span<const std::int64_t> targets = table.row(row);
      for (std::size_t k = 0; k < targets.size(); ++k)
        if (targets[k] < 0 || targets[k] >= size)
          few.add([&] {
            return fmt::format("{}: element {} leads to {} as target {}, but {} has {} ({})", map.name, first_row + row,
                               targets[k], k, topology_.sets[map.to].name, elements_text(size), range_text(0, size));
          });
    }
    few.finish(map.name);
  }

  void check_positions() {
    const ElementPositions& positions = slices_.positions;
    if (positions.dimension == 0) return;
    if (positions.dimension < 0 || positions.dimension > 3)
      return add(fmt::format("positions: the dimension is {}, but it must be 1, 2 or 3", positions.dimension));
    if (positions.set < 0 || positions.set >= topology_.n_sets())
      return add(fmt::format("positions: there is no set number {}", positions.set));
    if (!good_size_[positions.set]) return;
    const std::string subject = "positions of " + topology_.sets[positions.set].name;
    const std::int64_t from = first(positions.set), to = end(positions.set);
    const std::int64_t dimension = positions.dimension, needed = (to - from) * dimension;
    if (std::ssize(positions.values) != needed)
      return add(fmt::format("{}: process {} has {} coordinates, but needs {} for {} ({}) in dimension {}", subject,
                             process_, positions.values.size(), needed, elements_text(to - from), range_text(from, to),
                             dimension));
    FirstFew few(messages_);
    for (std::int64_t k = 0; k < needed; ++k)
      if (!std::isfinite(positions.values[k]))
        few.add([&] {
          return fmt::format("{}: coordinate {} of element {} is {}, which is not finite", subject, k % dimension,
                             from + k / dimension, positions.values[k]);
        });
    few.finish(subject);
  }

  const Topology& topology_;
  const MeshSlices& slices_;
  int process_, processes_;
  std::vector<bool> good_size_; ///< by set: a size has been given, and it is possible
  std::vector<std::string> messages_;
};

} // namespace

std::vector<std::string> mesh_mistakes(const Topology& topology, const MeshSlices& slices, int process, int processes) {
  return MeshCheck(topology, slices, process, processes).run();
}

} // namespace nopal
