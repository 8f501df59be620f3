// Reads what a thorn demands of the grid and of the time step.

#include "core/base/arithmetic.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

std::vector<std::int64_t> read_dimensions(yaml::Fields& fields) {
  std::vector<std::int64_t> dimensions;
  const yaml::Entry* entry = fields.find("dimension");
  if (!entry) return dimensions;
  for (const yaml::Node& node : entry->value.each()) {
    const auto number = yaml::read_integer(node);
    if (number.value && *number.value >= 1 && *number.value <= 3)
      dimensions.push_back(*number.value);
    else
      fields.error(node.where, "dimension: " + node.mismatch("1, 2, 3, or a list of them"));
  }
  return dimensions;
}

long read_least(yaml::Fields& fields, const std::string& key) {
  const std::int64_t number = fields.integer(key, 0);
  if (number < 0)
    fields.error(*fields.find(key), "found " + std::to_string(number) + ", expected the least number of layers");
  return static_cast<long>(number);
}

} // namespace

void read_demands(yaml::Fields& thorn_fields, ThornDeclaration& thorn) {
  if (const yaml::Entry* entry = thorn_fields.find("requires_grid")) {
    yaml::Fields fields(entry->value, "requires_grid", thorn_fields.errors());
    GridRequirement& needs = thorn.requires_grid.emplace();
    needs.where = entry->where;
    needs.dimensions = read_dimensions(fields);
    needs.ghosts = read_least(fields, "ghosts");
    needs.boundary_width = read_least(fields, "boundary_width");
    needs.centering = fields.choice<std::string>("centering", {{"vertex", "vertex"}, {"cell", "cell"}}, "");
    if (fields.find("periodic")) needs.periodic = fields.boolean("periodic");
    needs.fixed_step = fields.choice<std::string>("time_step", {{"fixed", "fixed"}}, "") == "fixed";
    fields.finish();
  }
  const yaml::Entry* entry = thorn_fields.find("max_dt");
  if (!entry) return;
  if (!entry->value.is_scalar())
    return thorn_fields.error(*entry, entry->value.mismatch("an expression such as 0.5*dx^2/diffusivity"));
  thorn.max_dt = TimeStepLimit{entry->value.text, entry->value.where};
  try {
    evaluate(entry->value.text, [](std::string_view) { return 1.0; });
  } catch (const Error& error) {
    thorn_fields.error(*entry, error.what());
  }
}

} // namespace nopal
