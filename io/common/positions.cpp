#include "positions.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace nopal::common {

namespace {

/// Returns the variables of `positions`, each once.
std::set<int> listed_dats(const Call& call) {
  std::set<int> dats;
  for (const std::string& name : call.strings("positions"))
    for (const int v : call.services().variables().resolve(name)) dats.insert(v);
  return dats;
}

std::optional<int> dat_on(const Call& call, const std::string& set) {
  for (const int v : listed_dats(call))
    if (call.services().variables().group_of(v).set == set) return v;
  return std::nullopt;
}

/// Finds what is wrong with the entries of one parameter.
class Entries {
public:
  Entries(const Call& call, const PositionRules& rules, const char* parameter, ErrorList& errors)
      : call_(call), rules_(rules), parameter_(parameter), errors_(errors) {}

  void check_dats() {
    for (const int v : listed_dats(call_)) {
      const Group& group = variables().group_of(v);
      const std::string name = variables().full_name(v);
      if (group.kind != GroupKind::dat)
        refuse(name, ", which is no dat: list dats with the coordinates of elements");
      else if (group.type != Type::real || group.components < rules_.least_components ||
               group.components > rules_.most_components)
        refuse(name, ", but coordinates are real and have " + components_text() + "; it is " +
                         std::string(to_string(group.type)) + " and has " + std::to_string(group.components));
      else if (const int first = *dat_on(call_, group.set); first != v)
        refuse(name, ", but also '" + variables().full_name(first) + "' on the same set: remove one of them");
    }
  }

  void check_maps() {
    std::set<std::string> from;
    for (const std::string& name : call_.strings("corners")) {
      const Topology& topology = call_.services().mesh().topology();
      const auto number = topology.find_map(name);
      if (!number) {
        std::vector<std::string> names;
        for (const MeshMap& map : topology.maps) names.push_back(map.name);
        refuse(name, ", but no active thorn declares this map" + did_you_mean(name, names));
        continue;
      }
      const MeshMap& map = topology.maps[static_cast<std::size_t>(*number)];
      check_map(map, from.insert(name_of(map.from)).second);
    }
  }

private:
  const Variables& variables() const { return call_.services().variables(); }
  const std::string& name_of(int set) const {
    return call_.services().mesh().topology().sets[static_cast<std::size_t>(set)].name;
  }

  std::string components_text() const {
    const std::string least = std::to_string(rules_.least_components);
    if (rules_.least_components == rules_.most_components) return least + " components";
    return least + " to " + std::to_string(rules_.most_components) + " components";
  }

  void check_map(const MeshMap& map, bool is_first) {
    const std::string &name = map.name, &from = name_of(map.from), &to = name_of(map.to);
    if (map.arity > 0 && map.arity < rules_.least_corners)
      refuse(name, ", which leads to " + std::to_string(map.arity) + (map.arity == 1 ? " target" : " targets") +
                       ", but a cell has at least " + std::to_string(rules_.least_corners) + " corners: remove it");
    else if (!is_first)
      refuse(name, ", but also another map from " + from + ": remove one of them");
    else if (dat_on(call_, from))
      refuse(name, ", but " + rules_.thorn + ".positions has a dat on " + from + " itself: remove one of them");
    else if (!dat_on(call_, to))
      refuse(name,
             ", which leads to " + to + ", but " + rules_.thorn + ".positions has no dat on that set: list one there");
  }

  void refuse(const std::string& entry, const std::string& why) {
    errors_.add(call_.services().parameters().where(rules_.thorn + "::" + parameter_),
                rules_.thorn + "." + parameter_ + " lists '" + entry + '\'' + why);
  }

  const Call& call_;
  const PositionRules& rules_;
  std::string parameter_;
  ErrorList& errors_;
};

struct CornerTables {
  std::map<std::string, LocalTable> by_map;
};

/// MeshData gives targets by their global numbers.
LocalTable local_rows(const MeshData& mesh, const std::string& name) {
  const Topology& topology = mesh.topology();
  const MeshMap& map = topology.maps[static_cast<std::size_t>(*topology.find_map(name))];
  const LocalSet& to = mesh.set(topology.sets[static_cast<std::size_t>(map.to)].name);
  std::vector<std::pair<std::int64_t, std::int32_t>> places; // global and local numbers
  for (std::int32_t n = 0; n < to.stored; ++n) places.emplace_back(to.numbers[static_cast<std::size_t>(n)], n);
  std::ranges::sort(places);
  const MapTable rows = mesh.owned_rows(name);
  std::vector<std::int32_t> targets;
  for (const std::int64_t target : rows.targets())
    targets.push_back(std::ranges::lower_bound(places, target, {}, &decltype(places)::value_type::first)->second);
  if (rows.arity() > 0) return {rows.arity(), std::move(targets)};
  return {rows.offsets(), std::move(targets)};
}

} // namespace

std::optional<Positions> positions_of(const Call& call, const std::string& set) {
  if (const auto dat = dat_on(call, set)) return Positions{*dat, ""};
  const std::vector<std::string> maps = call.strings("corners");
  if (maps.empty()) return std::nullopt;
  const Topology& topology = call.services().mesh().topology();
  for (const std::string& name : maps) {
    const auto number = topology.find_map(name);
    if (!number) continue;
    const MeshMap& map = topology.maps[static_cast<std::size_t>(*number)];
    if (topology.sets[static_cast<std::size_t>(map.from)].name != set) continue;
    if (const auto dat = dat_on(call, topology.sets[static_cast<std::size_t>(map.to)].name))
      return Positions{*dat, name};
  }
  return std::nullopt;
}

void check_positions(const Call& call, const PositionRules& rules, ErrorList& errors) {
  Entries(call, rules, "positions", errors).check_dats();
  Entries(call, rules, "corners", errors).check_maps();
}

const LocalTable& corners_of(Call& call, const std::string& map) {
  std::map<std::string, LocalTable>& tables = call.state<CornerTables>().by_map;
  const auto found = tables.find(map);
  if (found != tables.end()) return found->second;
  return tables.emplace(map, local_rows(call.services().mesh(), map)).first->second;
}

} // namespace nopal::common
