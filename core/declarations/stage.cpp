// Reads `stages:` of a stencil.

#include "core/declarations/reader.hpp"
#include "core/stencils/vertical_rules.hpp"

#include <algorithm>

namespace nopal {

namespace {

// The name of the stage for messages.
std::string describe(const yaml::Node& node, std::size_t number) {
  for (const char* key : {"as", "kernel"})
    if (const yaml::Entry* entry = node.find(key); entry && entry->value.is_scalar())
      return "stage \"" + entry->value.text + "\"";
  return "stage " + std::to_string(number + 1);
}

// Reads `kernels:`. The result has the names of kernels as they are written.
std::vector<StageKernel> read_intervals(yaml::Fields& fields, const yaml::Entry& entry, const VerticalAxis& axis) {
  const std::string example = "intervals and their kernels: write kernels: {\"bottom+1\": first, \"bottom+2 : top-1\": "
                              "body}, or \"kernel: body\" for one kernel on the whole axis";
  if (entry.value.kind != yaml::Kind::map || entry.value.entries.empty()) {
    fields.error(entry, entry.value.mismatch(example));
    return {};
  }
  std::vector<StageKernel> kernels;
  std::vector<VerticalInterval> intervals;
  bool good = true;
  for (const yaml::Entry& each : entry.value.entries) {
    try {
      intervals.push_back(axis.parse_interval(each.key));
    } catch (const Error& error) {
      fields.error(each.where, "kernels: " + std::string(error.what()));
      good = false;
    }
    if (each.value.is_scalar() && check_name(each.value.text, "kernel", each.value.where, fields.errors()))
      kernels.push_back({each.key, each.value.text, each.where});
    else if (!each.value.is_scalar())
      fields.error(each.value.where, "kernels: \"" + each.key + "\": " + each.value.mismatch("the name of a kernel"));
  }
  // An interval that could not be read may be meant for a gap.
  if (!good) return kernels;
  const ErrorList mistakes = check_intervals(axis, intervals);
  for (const std::string& mistake : mistakes.messages()) fields.error(entry.where, "kernels: " + mistake);
  return kernels;
}

// Reads `kernel:` or `kernels:`. The result has the names of kernels as they are written. Empty after an error.
std::vector<StageKernel> read_kernels(yaml::Fields& fields, const VerticalAxis& axis) {
  const yaml::Entry* kernel = fields.find("kernel");
  const yaml::Entry* kernels = fields.find("kernels");
  if (kernel && kernels) {
    fields.error(kernels->where,
                 "found both \"kernel\" and \"kernels\"; expected one kernel for the whole axis (kernel) "
                 "or one for each interval (kernels)");
    return {};
  }
  if (kernels) return read_intervals(fields, *kernels, axis);
  if (!kernel) {
    fields.error(fields.where(), "the stage has no kernel: write what it runs, such as \"kernel: laplacian\"");
    return {};
  }
  const std::string name = read_name(fields, "kernel", "kernel");
  if (name.empty()) return {};
  return {{"", name, kernel->where}};
}

void check_writes(yaml::Fields& fields, const ItemDeclaration& kernel) {
  if (lists_nothing(fields.find("writes")))
    fields.error(fields.where(), "a stage writes at least one grid function or temporary: write \"writes: [lap]\"");
  for (const ClauseDeclaration& clause : kernel.clauses)
    if (clause.access == Access::write && clause.region && *clause.region != Region::interior &&
        *clause.region != Region::boundary)
      fields.error(clause.where, "writes: found \"" + clause.text +
                                     "\", but a stage writes the interior or the boundary: "
                                     "write \"" +
                                     clause.name + "(interior)\", and \"" + clause.name +
                                     "(boundary)\" in another stage");
}

// The keys that all kernels of the stage share.
ItemDeclaration read_common(yaml::Fields& fields, const ItemDeclaration& stencil) {
  ItemDeclaration common;
  common.kind = ItemKind::kernel;
  common.launched_by = {stencil.name};
  common.stage = static_cast<int>(stencil.stages.size());
  common.device = stencil.device;
  common.where = fields.where();
  common.order = fields.choice("order",
                               {{"parallel", VerticalOrder::parallel},
                                {"forward", VerticalOrder::forward},
                                {"backward", VerticalOrder::backward}},
                               VerticalOrder::parallel);
  read_clauses(fields, common);
  check_writes(fields, common);
  common.uses = read_names(fields, "uses");
  read_bindings(fields, common);
  common.description = fields.word("description");
  return common;
}

// Adds the stage to the stencil, and its kernels to `items`.
void read_stage(const yaml::Node& node, std::size_t number, yaml::Fields& stencil_fields, const VerticalAxis& axis,
                ItemDeclaration& stencil, std::vector<ItemDeclaration>& items) {
  if (node.kind != yaml::Kind::map)
    return stencil_fields.error(node.where, "stages: " + node.mismatch("a stage such as {kernel: laplacian, reads: "
                                                                       "[\"phi<-1:1>\"], writes: [lap]}"));
  yaml::Fields fields(node, stencil_fields.what() + ": " + describe(node, number), stencil_fields.errors());
  check_stage_keys(node, fields);
  StageDeclaration stage;
  stage.where = node.where;
  stage.kernels = read_kernels(fields, axis);
  const std::string as = read_name(fields, "as", "name");
  const ItemDeclaration common = read_common(fields, stencil);
  fields.finish();
  if (stage.kernels.empty()) return;
  stage.order = common.order;
  stage.name = as.empty() ? stage.kernels.front().kernel : as;
  const auto same = [&](const StageDeclaration& other) { return other.name == stage.name; };
  if (const auto first = std::ranges::find_if(stencil.stages, same); first != stencil.stages.end())
    return fields.error(node.where, "this name is taken by the stage at " + first->where.text() +
                                        ": give one of them another name with \"as:\"");
  std::vector<std::string> added;
  for (StageKernel& kernel : stage.kernels) {
    ItemDeclaration item = common;
    item.target = kernel.kernel;
    item.name = kernel.interval.empty() ? stage.name : as.empty() ? item.target : as + "_" + item.target;
    if (!kernel.interval.empty()) item.where = kernel.where;
    kernel.kernel = item.name;
    if (std::ranges::count(added, item.name) > 0) continue;
    added.push_back(item.name);
    items.push_back(std::move(item));
  }
  stencil.stages.push_back(std::move(stage));
}

} // namespace

std::vector<ItemDeclaration> read_stages(yaml::Fields& fields, const VerticalAxis& axis, ItemDeclaration& stencil) {
  std::vector<ItemDeclaration> items;
  const yaml::Entry* entry =
      fields.require("stages", "\"stages:\", and below it \"- kernel: laplacian\" with its keys");
  if (!entry) return items;
  if (entry->value.kind != yaml::Kind::sequence || entry->value.items.empty()) {
    const std::string example = "a list of stages: write \"- kernel: laplacian\" and indent its keys below it";
    fields.error(*entry, entry->value.kind == yaml::Kind::sequence ? "found no stage, expected " + example
                                                                   : entry->value.mismatch(example));
    return items;
  }
  for (std::size_t s = 0; s < entry->value.items.size(); ++s)
    read_stage(entry->value.items[s], s, fields, axis, stencil, items);
  return items;
}

} // namespace nopal
