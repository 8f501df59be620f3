// The tables of the keys of a schedule item and of a stage. The reader and docs/thorn-reference.md use them.

#include "core/declarations/reader.hpp"
#include "core/declarations/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

struct ItemKey {
  std::string_view key;
  unsigned items;                 ///< ItemKinds that may have it
  std::string_view value;         ///< type of the value, for people
  std::string_view documentation; ///< Markdown, one line
};

// In the order of the documentation.
constexpr ItemKey table[] = {
    {"kernel", all_items, "name",
     "schedules the kernel `<name>.kernel`; an item has one of `kernel`, `function`, `group` and `stencil`"},
    {"function", all_items, "name", "schedules a function of the library"},
    {"group", all_items, "name", "schedules a schedule group"},
    {"stencil", all_items, "name", "schedules a stencil: several kernels, its stages, that run as one routine"},
    {"as", routines | groups, "name", "the item's own name; needed if the same kernel or function is scheduled twice"},
    {"at", scheduled, "bin", "the bin that the item runs in (`nopal list bins`)"},
    {"in", scheduled, "group", "the schedule group that the item runs in, in place of `at`"},
    {"also_at", groups, "bins",
     "more bins in which the members of the group run, before all other items of these bins"},
    {"last", groups, "bool",
     "`true`: the group runs after all items of its bin, or of the group around it, that do not say so themselves, of "
     "whatever thorn"},
    {"launched_by", launched_kernels, "names",
     "functions of the thorn. The kernel runs only when one of them calls `call.launch`, so it has no `at`. The "
     "functions declare what the kernel reads and writes"},
    {"before", scheduled, "names", "items and groups that run later; names of thorns that are not active are ignored"},
    {"after", scheduled, "names", "items and groups that run earlier; names of thorns that are not active are ignored"},
    {"if", scheduled, "condition",
     "compares parameters, scalar variables and values, as in `steps < 10` or `residual > tolerance and not done`; "
     "`and`, `or`, `not` and parentheses join comparisons. Variables are read on the host, all of them each time. The "
     "item runs only if the condition holds"},
    {"while", scheduled, "condition", "as `if`; the item runs again as long as the condition holds"},
    {"every", scheduled, "number or parameters",
     "an int parameter or a number N: the item runs at iterations 0, N, 2N, …; 0 means never. A real parameter: the "
     "physical time between calls; the item runs at the first iteration at which a multiple of it has passed since "
     "`driver.start_time`; 0 means never. A bool parameter: if it is true, the item also runs when the run is "
     "complete, unless it has run at the last iteration. (A run that a signal, a file or `driver.walltime` ends is not "
     "complete.) A list with up to one parameter of each type, `[every, every_time, at_end]`: the item runs if any of "
     "them says so. If the parfile does not set the int parameter, it counts only if the others ask for no calls"},
    {"device", kernels | functions | stencils, "bool", "`true`: the item runs on the device if there is one"},
    {"uses", routines, "names",
     "parameters that the routine uses. A kernel knows them by name. A function may ask for those of other thorns by "
     "their short names"},
    {"stages", stencils, "list", "the stages in the order of execution ([below](#the-stages-of-a-stencil))"},
    {"threads", any_kernel, "numbers",
     "makes the kernel a block kernel: the number of threads of a block, or `auto` "
     "([block-kernels.md](block-kernels.md))"},
    {"over", any_kernel, "numbers, region or set",
     "the points that the blocks of a block kernel cover; or the set whose elements the kernel visits "
     "([sets.md](sets.md))"},
    {"shared", any_kernel, "number", "the number of elements of a block kernel's shared array without extent"},
    {"each", kernels | functions, "{name: parameter}",
     "makes the item once for each variable that a string[] parameter of the thorn lists "
     "([below](#one-item-for-each-variable))"},
    {"with", kernels | functions, "condition",
     "with `each`: only for variables for which it holds, as in `copy and not radiation`. A word holds if a keyword "
     "parameter under `uses` has this value for the variable"},
    {"bind", any_kernel | functions, "{name: variable}",
     "names of the kernel or function that stand for variables chosen by the run "
     "([below](#names-that-a-parameter-binds))"},
    {"reads", routines, "clauses",
     "what the routine reads: `variable[@timelevel][<extent>][(region)]`; a group stands for its variables. Without a "
     "timelevel: timelevel 0. Without a region: everywhere. The extent says how far around its point a pointwise "
     "kernel "
     "reads: `phi<-1:1, 0, -2:0>` has the lower and the upper offset along i, j and k. Axes that are left out are 0. A "
     "clause with a comma needs quotes. Functions may also name a parameter "
     "([below](#clauses-that-follow-a-parameter)), or points ([below](#points-that-a-function-reads-or-writes))"},
    {"reduces", functions, "clauses",
     "variables that the function reduces by `services().reductions().reduce` without reading the values itself: "
     "clauses without regions. A reduction takes the owned points of timelevel 0 or of `@timelevel`. Grid functions "
     "and dats are reduced before the call, at a place where they are valid, on the device if necessary. Scalars, "
     "arrays and complex variables are read as under `reads`. So a function with `device: true` can reduce them only "
     "if they are valid on the host, too. A function cannot reduce what it writes"},
    {"interpolates", functions, "clauses",
     "grid functions whose values at points the function asks for by `call.interpolate` "
     "([below](#points-that-are-known-only-at-run-time)). Without a region they must be valid somewhere at their owned "
     "points, with `(interior)` only there. Only the grid points around the points that the function asks for travel "
     "to the host. The function cannot access other values of them, it cannot write this region, and it runs on the "
     "host"},
    {"writes", routines, "clauses",
     "what the routine writes, as under `reads`, but without extents. Without a region: the interior. A kernel on a "
     "grid "
     "writes at least one grid function. Functions may write some points of a region and leave the others as they are "
     "([below](#points-that-a-function-reads-or-writes))"},
    {"increments", kernels, "clauses",
     "of a loop over a set: dats that it adds to, as in `res via edge_cells`, and scalars that become sums over all "
     "elements, as in `squares from 0` ([sets.md](sets.md))"},
    {"minima", kernels, "clauses", "of a loop over a set: scalars that become the least of what the elements give"},
    {"maxima", kernels, "clauses", "of a loop over a set: scalars that become the largest of what the elements give"},
    {"state", functions, "`reads` or `writes`",
     "for functions that write checkpoints or recover from them. `reads`: the function reads all variables and "
     "timelevels except those of groups with the tag `checkpoint: no`, on those owned points that are valid on the "
     "host or the device. `writes`: the function may write any of these slots, and reports them by "
     "`services().data().notify_data_modified`"},
    {"polls", functions, "bool",
     "`true`: the function only asks whether something has happened, such as whether work in the background is done. "
     "It "
     "names no variables, and it may be called less often than once an iteration: an epoch ([tiles.md](tiles.md)) "
     "calls "
     "it once, after its last iteration"},
    {"sync", scheduled, "names", "variables or groups whose ghosts are exchanged after the item"},
    {"storage", scheduled, "names", "variables that exist only while the item runs"},
    {"trigger", scheduled, "names",
     "variables that the item computes: the item runs at iterations at which output reads one of them. With `every`, "
     "it also runs when `every` says so; without `every`, at no other iterations"},
    {"options", kernels | functions, "word", "`local` (default) or `global`"},
    {"tags", all_items, "{name: text}", "for people"},
    {"description", all_items, "text", "one line for people"},
};

struct StageKey {
  std::string_view key, value, documentation; ///< as in ItemKey
};

constexpr StageKey stage_table[] = {
    {"kernel", "name", "runs the kernel `<name>.kernel` along the whole k axis; a stage has `kernel` or `kernels`"},
    {"kernels", "{interval: name}",
     "a kernel for each interval of the k axis, such as `{\"bottom+1\": first, \"bottom+2 : top-1\": body}`"},
    {"as", "name",
     "the stage's own name; without it, that of the first kernel. It is needed if two stages run the same kernel. The "
     "kernel of a stage with `kernel` has the name of the stage. The kernels of a stage with `kernels` have their own "
     "names, or `<as>_<kernel>`"},
    {"order", "word",
     "`parallel` (default): the points of a column are computed in any order. `forward`: from the lowest k to the "
     "highest; the stage may read its own output at k-1. `backward`: from the highest k to the lowest; the stage may "
     "read its own output at k+1"},
    {"uses", "names", "as in an item"},
    {"bind", "{name: variable}", "as in an item"},
    {"reads", "clauses", "what each kernel of the stage reads, as in an item"},
    {"writes", "clauses",
     "what each kernel of the stage writes: grid functions on the interior (default) or on the boundary, and "
     "temporaries, which have no region"},
    {"description", "text", "one line for people"},
};

const StageKey* stage_key(std::string_view key) {
  const auto found = std::ranges::find(stage_table, key, &StageKey::key);
  return found == std::end(stage_table) ? nullptr : found;
}

bool is_item_key(std::string_view key) { return std::ranges::count(table, key, &ItemKey::key) > 0; }

std::string_view name_of(unsigned kind) {
  return kind == kernels            ? "kernel"
         : kind == launched_kernels ? "kernel with \"launched_by\""
         : kind == functions        ? "function"
         : kind == stencils         ? "stencil"
                                    : "schedule group";
}

/// "kernels, functions"
std::string owners(unsigned items) {
  std::string text;
  for (const unsigned kind : {any_kernel, functions, groups, stencils})
    if ((items & kind) != 0)
      text += fmt::format("{}{}s", text.empty() ? "" : ", ", name_of(kind == any_kernel ? kernels : kind));
  return text;
}

std::string advice(unsigned kind, const ItemKey& row) {
  const unsigned items = row.items;
  if (kind == stencils && row.key == "as") return "its name stands after \"stencil:\"";
  if (kind == stencils && stage_key(row.key)) return "write it in a stage, under \"stages\"";
  if (kind == launched_kernels && (items & scheduled) != 0) return "it runs when and where its functions launch it";
  if (kind == groups && (items & functions) != 0) return "give it to the routines in the group";
  return fmt::format("only {} can have it", owners(items));
}

std::string advice_for_stage(const ItemKey& row) {
  if (row.key == "launched_by") return "its stencil runs it";
  if (row.key == "function" || row.key == "group" || row.key == "stencil")
    return "a stage runs kernels only: write \"kernel: laplacian\"";
  if (row.key == "threads" || row.key == "over" || row.key == "shared") return "a block kernel cannot be a stage";
  if ((row.items & stencils) != 0) return "write it on the stencil";
  return fmt::format("only {} can have it", row.items == functions ? "functions" : "other items");
}

} // namespace

void check_item_keys(const yaml::Node& item, yaml::Fields& fields, ItemKinds kind) {
  for (const ItemKey& row : table)
    if (const yaml::Entry* entry = fields.find(std::string(row.key)); entry && (row.items & kind) == 0)
      fields.error(entry->where,
                   fmt::format("a {} cannot have the key \"{}\": {}", name_of(kind), row.key, advice(kind, row)));
  for (const yaml::Entry& entry : item.entries)
    if (stage_key(entry.key) && !is_item_key(entry.key)) {
      fields.find(entry.key); // it is known: no second error
      fields.error(entry.where, fmt::format("a {} cannot have the key \"{}\": {}", name_of(kind), entry.key,
                                            kind == stencils ? "write it in a stage, under \"stages\""
                                                             : "only stages of stencils can have it"));
    }
}

void check_stage_keys(const yaml::Node& stage, yaml::Fields& fields) {
  for (const StageKey& row : stage_table) fields.find(std::string(row.key));
  for (const ItemKey& row : table)
    if (const yaml::Entry* entry = stage.find(row.key); entry && !stage_key(row.key)) {
      fields.find(entry->key); // it is known: no second error
      fields.error(entry->where, fmt::format("a stage cannot have the key \"{}\": {}", row.key, advice_for_stage(row)));
    }
}

std::string item_key_table() {
  std::string text = "| key | value | items | what it says |\n|---|---|---|---|\n";
  for (const ItemKey& row : table) {
    const std::string items = (row.items | launched_kernels) == all_items ? "all" : owners(row.items);
    const bool is_of_scheduled_kernels = (row.items & any_kernel) == kernels;
    text += fmt::format("| `{}` | {} | {}{} | {} |\n", row.key, row.value, items,
                        is_of_scheduled_kernels ? ", without `launched_by`" : "", row.documentation);
  }
  return text;
}

std::string stage_key_table() {
  std::string text = "| key | value | what it says |\n|---|---|---|\n";
  for (const StageKey& row : stage_table)
    text += fmt::format("| `{}` | {} | {} |\n", row.key, row.value, row.documentation);
  return text;
}

} // namespace nopal
