#include "recovery.hpp"

#include "mesh.hpp"

namespace nopal::checkpoint {

namespace {

void check_parameters(Call& call, const std::string& path, const Contents& contents, ErrorList& errors) {
  const Parameters& parameters = call.services().parameters();
  for (const ParameterDeclaration* declaration : parameters.all()) {
    const std::string name = declaration->full_name();
    const auto saved = contents.parameters.find(name);
    if (saved == contents.parameters.end() || name == "checkpoint::recover") continue;
    const std::string value = parameters.text(name);
    // An earlier version of the declaration may have had a number in place of the word.
    if (value == saved->second || parameters.value(name).text() == saved->second) continue;
    if (declaration->steerable == Steerable::always)
      call.services().info("checkpoint: " + name + " is " + value + "; the earlier run had " + saved->second);
    else if (declaration->steerable == Steerable::never)
      errors.add(parameters.where(name),
                 declaration->thorn + "." + declaration->name + " is " + value + ", but '" + path +
                     "' was written with " + saved->second +
                     ", and this parameter may not change: set it back, or start a new run without --recover");
  }
}

std::string text(const SavedGroup& group) {
  std::string text = group.kind + " of " + group.type + ", " + std::to_string(group.timelevels) + " timelevels";
  if (group.kind == "array")
    text += ", shape " + std::to_string(group.shape[0]) + " x " + std::to_string(group.shape[1]) + " x " +
            std::to_string(group.shape[2]);
  if (group.kind == "dat")
    text += ", " + std::to_string(group.components) + (group.components == 1 ? " component" : " components") + " on " +
            group.set;
  return text;
}

void check_groups(const Call& call, const std::string& path, const Contents& contents, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  for (const SavedGroup& saved : contents.groups) {
    const auto found = variables.find_group(saved.name);
    if (!found) {
      errors.add("'" + path + "' holds the group " + saved.name +
                 ", which no active thorn declares: activate its thorn, or start a new run without --recover");
      continue;
    }
    if (const SavedGroup now = saved_group(variables.group(*found)); now != saved)
      errors.add(variables.group(*found).where, "the group " + saved.name + " is " + text(now) + ", but in '" + path +
                                                    "' it is " + text(saved) +
                                                    ": restore the declaration, or start a new run without --recover");
  }
  for (const SavedSlot& slot : contents.slots)
    if (!variables.find_variable(slot.variable))
      errors.add("'" + path + "' holds the variable " + slot.variable +
                 ", which no active thorn declares: start a new run without --recover");
}

} // namespace

void check_same_simulation(Call& call, const std::string& path, const Contents& contents, ErrorList& errors) {
  check_parameters(call, path, contents, errors);
  check_groups(call, path, contents, errors);
  if (errors.empty() && contents.points != call.domain().points())
    errors.add("the grid has the points " + call.domain().points().text() + ", but that of '" + path + "' has " +
               contents.points.text() + ": restore the grid, or start a new run without --recover");
  if (errors.empty()) check_same_mesh(call, path, contents.mesh, errors);
}

} // namespace nopal::checkpoint
