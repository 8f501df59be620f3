#include "core/variables/variables.hpp"

#include "core/base/assert.hpp"

namespace nopal {

namespace {

std::optional<int> find(const std::map<std::string, int, std::less<>>& index, std::string_view name) {
  const auto found = index.find(name);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

} // namespace

std::size_t size_of(Type type) { return type == Type::complex ? 16 : 8; }

bool is_state(const Group& group) {
  if (group.temporary) return false;
  const auto tag = group.tags.find("checkpoint");
  return tag == group.tags.end() || tag->second != "no";
}

bool has_regions(const Group& group) { return group.kind == GroupKind::gf || group.kind == GroupKind::dat; }

std::string to_string(GroupKind kind) {
  constexpr const char* names[] = {"gf", "array", "scalar", "dat"};
  return names[static_cast<int>(kind)];
}

std::string to_string(Type type) {
  constexpr const char* names[] = {"real", "int", "complex"};
  return names[static_cast<int>(type)];
}

std::string timelevels_text(int timelevels) {
  return timelevels == 1 ? "@0" : "@0 to @" + std::to_string(timelevels - 1);
}

std::string Variables::text(Slot slot, Region region) const {
  return text(slot) + (has_regions(group_of(slot.variable)) ? " (" + to_string(region) + ")" : "");
}

int Variables::add_group(Group group, const std::vector<std::string>& names) {
  const int g = n_groups();
  NOPAL_ASSERT(group_index_.emplace(group.full_name(), g).second);
  group.variables.clear();
  for (const std::string& name : names) {
    const int v = n_variables();
    NOPAL_ASSERT(variable_index_.emplace(group.thorn + "::" + name, v).second);
    variables_.push_back({name, g});
    group.variables.push_back(v);
  }
  groups_.push_back(std::move(group));
  return g;
}

std::optional<int> Variables::find_variable(std::string_view full_name) const {
  return find(variable_index_, full_name);
}

std::optional<int> Variables::find_group(std::string_view full_name) const { return find(group_index_, full_name); }

std::vector<int> Variables::resolve(std::string_view full_name) const {
  if (const auto v = find_variable(full_name)) return {*v};
  if (const auto g = find_group(full_name)) return groups_[*g].variables;
  return {};
}

std::vector<std::string> Variables::names() const {
  std::vector<std::string> names;
  for (int v = 0; v < n_variables(); ++v) names.push_back(full_name(v));
  for (const Group& group : groups_) names.push_back(group.full_name());
  return names;
}

} // namespace nopal
