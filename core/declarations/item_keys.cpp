// The table of the keys of a schedule item. The reader and docs/thorn-reference.md use it.

#include "core/declarations/reader.hpp"
#include "core/declarations/reference.hpp"

#include <fmt/format.h>

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
     "schedules the kernel `<name>.kernel`; an item has one of `kernel`, `function` and `group`"},
    {"function", all_items, "name", "schedules a function of the library"},
    {"group", all_items, "name", "schedules a schedule group"},
    {"as", all_items, "name", "the item's own name; needed if the same kernel or function is scheduled twice"},
    {"at", scheduled, "bin", "the bin that the item runs in (`nopal list bins`)"},
    {"in", scheduled, "group", "the schedule group that the item runs in, in place of `at`"},
    {"launched_by", launched_kernels, "names",
     "functions of the thorn. The kernel runs only when one of them calls `call.launch`, so it has no `at`. The "
     "functions declare what the kernel reads and writes"},
    {"before", scheduled, "names", "items and groups that run later; names of thorns that are not active are ignored"},
    {"after", scheduled, "names", "items and groups that run earlier; names of thorns that are not active are ignored"},
    {"if", scheduled, "condition",
     "compares a parameter or a scalar variable, as in `steps < 10`; a variable is read on the host. The "
     "item runs only if the condition holds"},
    {"while", scheduled, "condition", "as `if`; the item runs again as long as the condition holds"},
    {"every", scheduled, "number or parameters",
     "an int parameter or a number N: the item runs at iterations 0, N, 2N, …; 0 means never. A real parameter: the "
     "physical time between calls; the item runs at the first iteration at which a multiple of it has passed since "
     "`driver.start_time`; 0 means never. A bool parameter: if it is true, the item also runs when the run is "
     "complete, unless it has run at the last iteration. (A run that a signal, a file or `driver.walltime` ends is not "
     "complete.) A list with up to one parameter of each type, `[every, every_time, at_end]`: the item runs if any of "
     "them says so. If the parfile does not set the int parameter, it counts only if the others ask for no calls"},
    {"device", kernels | functions, "bool", "`true`: the item runs on the device if there is one"},
    {"uses", routines, "names",
     "parameters that the routine uses. A kernel knows them by name. A function may ask for those of other thorns by "
     "their short names"},
    {"threads", any_kernel, "numbers",
     "makes the kernel a block kernel: the number of threads of a block ([block-kernels.md](block-kernels.md))"},
    {"over", any_kernel, "numbers or region", "the points that the blocks of a block kernel cover"},
    {"shared", any_kernel, "number", "the number of elements of a block kernel's shared array without extent"},
    {"bind", any_kernel, "{name: variable}",
     "names of the kernel that stand for variables chosen by the run "
     "([below](#names-that-a-parameter-binds))"},
    {"reads", routines, "clauses",
     "what the routine reads: `variable[@timelevel][(region)]`; a group stands for its variables. Without "
     "a timelevel: timelevel 0. Without a region: everywhere. Functions may also name a parameter "
     "([below](#clauses-that-follow-a-parameter))"},
    {"reduces", functions, "clauses",
     "variables that the function reduces by `services().reductions().reduce` without reading the values itself: "
     "clauses without regions. A reduction takes the owned points of timelevel 0 or of `@timelevel`. Grid functions "
     "are reduced before the call, at a place where they are valid, on the device if necessary. Scalars, arrays and "
     "complex variables are read as under `reads`. So a function with `device: true` can reduce them only if they are "
     "valid on the host, too. A function cannot reduce what it writes"},
    {"writes", routines, "clauses",
     "what the routine writes, as under `reads`. Without a region: the interior. A kernel writes at least one grid "
     "function"},
    {"state", functions, "`reads` or `writes`",
     "for functions that write checkpoints or recover from them. `reads`: the function reads all variables and "
     "timelevels except those of groups with the tag `checkpoint: no`, on those owned points that are valid on the "
     "host or the device. `writes`: the function may write any of these slots, and reports them by "
     "`services().data().notify_data_modified`"},
    {"sync", scheduled, "names", "variables or groups whose ghosts are exchanged after the item"},
    {"storage", scheduled, "names", "variables that exist only while the item runs"},
    {"trigger", scheduled, "names", "variables: the item runs only at iterations at which output reads one of them"},
    {"options", kernels | functions, "word", "`local` (default) or `global`"},
    {"tags", all_items, "{name: text}", "for people"},
    {"description", all_items, "text", "one line for people"},
};

std::string_view name_of(unsigned kind) {
  return kind == kernels            ? "kernel"
         : kind == launched_kernels ? "kernel with \"launched_by\""
         : kind == functions        ? "function"
                                    : "schedule group";
}

/// "kernels, functions"
std::string owners(unsigned items) {
  std::string text;
  for (const unsigned kind : {any_kernel, functions, groups})
    if ((items & kind) != 0)
      text += fmt::format("{}{}s", text.empty() ? "" : ", ", name_of(kind == any_kernel ? kernels : kind));
  return text;
}

std::string advice(unsigned kind, unsigned items) {
  if (kind == launched_kernels) return "it runs when and where its functions launch it";
  if (kind == groups && (items & functions) != 0) return "give it to the routines in the group";
  return fmt::format("only {} can have it", owners(items));
}

} // namespace

void check_item_keys(yaml::Fields& fields, ItemKinds kind) {
  for (const ItemKey& row : table)
    if (const yaml::Entry* entry = fields.find(std::string(row.key)); entry && (row.items & kind) == 0)
      fields.error(entry->where,
                   fmt::format("a {} cannot have the key \"{}\": {}", name_of(kind), row.key, advice(kind, row.items)));
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

} // namespace nopal
