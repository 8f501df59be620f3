#include "positions.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace nopal::tsv {

namespace {

/// Returns the variables of tsv.positions, each once.
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
  Entries(const Call& call, const char* parameter, ErrorList& errors)
      : call_(call), parameter_(parameter), errors_(errors) {}

  void check_dats() {
    for (const int v : listed_dats(call_)) {
      const Group& group = variables().group_of(v);
      const std::string name = variables().full_name(v);
      if (group.kind != GroupKind::dat)
        refuse(name, ", which is no dat: list dats with the coordinates of elements");
      else if (group.type != Type::real || group.components > 3)
        refuse(name, ", but coordinates are real and have 1 to 3 components; it is " +
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
      check_map(name, name_of(map.from), name_of(map.to), from.insert(name_of(map.from)).second);
    }
  }

private:
  const Variables& variables() const { return call_.services().variables(); }
  const std::string& name_of(int set) const {
    return call_.services().mesh().topology().sets[static_cast<std::size_t>(set)].name;
  }

  void check_map(const std::string& name, const std::string& from, const std::string& to, bool is_first) {
    if (!is_first)
      refuse(name, ", but also another map from " + from + ": remove one of them");
    else if (dat_on(call_, from))
      refuse(name, ", but tsv.positions has a dat on " + from + " itself: remove one of them");
    else if (!dat_on(call_, to))
      refuse(name, ", which leads to " + to + ", but tsv.positions has no dat on that set: list one there");
  }

  void refuse(const std::string& entry, const std::string& why) {
    errors_.add(call_.services().parameters().where("tsv::" + parameter_),
                "tsv." + parameter_ + " lists '" + entry + '\'' + why);
  }

  const Call& call_;
  std::string parameter_;
  ErrorList& errors_;
};

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

void check_positions(const Call& call, ErrorList& errors) {
  Entries(call, "positions", errors).check_dats();
  Entries(call, "corners", errors).check_maps();
}

} // namespace nopal::tsv
