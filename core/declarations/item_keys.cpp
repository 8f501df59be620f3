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
    {"as", all_items, "name", "the item's own name; needed where the same kernel or function is scheduled twice"},
    {"at", scheduled, "bin", "the bin that the item runs in (`nopal list bins`)"},
    {"in", scheduled, "group", "the schedule group that the item runs in, in place of `at`"},
    {"launched_by", launched_kernels, "names",
     "functions of the thorn. The kernel runs only when one of them calls `call.launch`, so it has no "
     "`at`. The functions declare what the kernel reads and writes"},
    {"before", scheduled, "names", "items and groups that run later; names of thorns that are not active are ignored"},
    {"after", scheduled, "names", "items and groups that run earlier; names of thorns that are not active are ignored"},
    {"if", scheduled, "condition",
     "compares a parameter or a scalar variable, as in `steps < 10`; a variable is read on the host. The "
     "item runs only if the condition holds"},
    {"while", scheduled, "condition", "as `if`; the item runs again as long as the condition holds"},
    {"every", scheduled, "number or parameters",
     "a number N or an int parameter: at iterations 0, N, 2N, …; 0 is never. A real parameter: physical "
     "time between calls, at the first iteration at which a multiple of it has passed since "
     "`driver.start_time`; 0 is never. A bool parameter: once more when the run is complete (not when a "
     "signal, a file or `driver.walltime` ends it), unless due at its last iteration. A list of up to one "
     "of each type, `[every, every_time, at_end]`: the item runs where any of them says so; an int "
     "parameter that has its default then counts only where the others ask for nothing"},
    {"device", kernels | functions, "bool", "`true`: the item runs on the device where there is one"},
    {"uses", routines, "names",
     "parameters: a kernel knows them by name, a function may ask for those of other thorns by their "
     "short names"},
    {"threads", any_kernel, "numbers",
     "makes a block kernel of a kernel: threads of a block ([block-kernels.md](block-kernels.md))"},
    {"over", any_kernel, "numbers or region", "the points that the blocks of a block kernel cover"},
    {"shared", any_kernel, "number", "elements of a block kernel's shared array without extent"},
    {"bind", any_kernel, "{name: variable}",
     "names of the kernel that stand for variables chosen by the run "
     "([below](#names-that-a-parameter-binds))"},
    {"reads", routines, "clauses",
     "what the routine reads: `variable[@timelevel][(region)]`; a group stands for its variables. Without "
     "a timelevel: timelevel 0. Without a region: everywhere. Functions may also name a parameter "
     "([below](#clauses-that-follow-a-parameter))"},
    {"reduces", functions, "clauses",
     "what the function asks for by `services().reductions().reduce` and does not look at itself: clauses "
     "without regions, owned points of timelevel 0 or of `@timelevel`. Grid functions are reduced where "
     "they are valid, before the call, on the device if need be. Scalars, arrays and complex variables "
     "are read as under `reads`, so a function with `device: true` can reduce them only where they are "
     "valid on the host, too. A function cannot reduce what it writes"},
    {"writes", routines, "clauses",
     "what the routine writes, as `reads`. Without a region: the interior. A kernel writes at least one "
     "grid function"},
    {"state", functions, "`reads` or `writes`",
     "for functions that write checkpoints and recover from them. `reads`: the owned points, as far as "
     "they are valid anywhere, of all variables and timelevels but those of groups tagged `checkpoint: "
     "no`. `writes`: the function may write any of these slots, and says which by "
     "`services().data().notify_data_modified`"},
    {"sync", scheduled, "names", "variables or groups whose ghosts are exchanged after the item"},
    {"storage", scheduled, "names", "variables that exist only while the item runs"},
    {"trigger", scheduled, "names", "variables: the item runs only at iterations where output reads one of them"},
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
  return fmt::format("only {} may have it", owners(items));
}

} // namespace

void check_item_keys(yaml::Fields& fields, ItemKinds kind) {
  for (const ItemKey& row : table)
    if (const yaml::Entry* entry = fields.find(std::string(row.key)); entry && (row.items & kind) == 0)
      fields.error(entry->where,
                   fmt::format("a {} cannot have the key \"{}\": {}", name_of(kind), row.key, advice(kind, row.items)));
}

std::string item_key_table() {
  std::string text = "| key | value | of | what it says |\n|---|---|---|---|\n";
  for (const ItemKey& row : table) {
    const std::string of = (row.items | launched_kernels) == all_items ? "all" : owners(row.items);
    const bool is_of_scheduled_kernels = (row.items & any_kernel) == kernels;
    text += fmt::format("| `{}` | {} | {}{} | {} |\n", row.key, row.value, of,
                        is_of_scheduled_kernels ? ", without `launched_by`" : "", row.documentation);
  }
  return text;
}

} // namespace nopal
