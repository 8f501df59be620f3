// Writes rows of reductions of grid functions, and of values of scalars.

#include "files.hpp"
#include "kinds.hpp"

#include "io/common/finite.hpp"
#include "io/common/number_text.hpp"

namespace nopal::tsv {

namespace {

constexpr Reduction all_reductions[] = {Reduction::min,   Reduction::max,   Reduction::sum,     Reduction::average,
                                        Reduction::norm1, Reduction::norm2, Reduction::norm_inf};

std::vector<Reduction> chosen_reductions(const Call& call) {
  std::vector<Reduction> chosen;
  for (const std::string& name : call.strings("reductions"))
    for (Reduction reduction : all_reductions)
      if (name == to_string(reduction)) chosen.push_back(reduction);
  return chosen;
}

std::string text_of(const Reduced& value) { return value.integer ? to_string(*value.integer) : text(value.real); }

/// Returns what the rows hold.
std::string content_of(const Call& call, const Group& group) {
  const std::string rows = "; a row per iteration";
  if (group.kind == GroupKind::gf) return "reductions over all points of the grid, outer boundary included" + rows;
  if (group.kind != GroupKind::dat) return "reductions over all elements of the array" + rows;
  const std::string content = "reductions over all elements of " + group.set + rows;
  const bool empty = call.services().mesh().set(group.set).global == 0;
  return empty ? content + "; there are none, so min, max and average are nan" : content;
}

/// Tells the driver of the first column that is not finite. Columns know no place.
void look(const Call& call, Slot slot, std::span<const Reduction> reductions, std::span<const Reduced> values) {
  const Group& group = call.services().variables().group_of(slot.variable);
  if (group.kind == GroupKind::dat && call.services().mesh().set(group.set).global == 0) return; // nan means: none
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (values[r].integer || !common::first_not_finite(std::span(&values[r].real, 1))) continue;
    const std::string value = common::value_text(std::span(&values[r].real, 1));
    return common::NotFiniteIn(call, slot, "tsv").tell("its " + std::string(to_string(reductions[r])) + " is " + value);
  }
}

void append_norms(Call& call, Slot slot) {
  const auto reductions = chosen_reductions(call);
  const auto values = call.services().reductions().reduce(slot, reductions);
  if (call.services().rank() != 0) return;
  look(call, slot, reductions, values);

  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  Header header{
      .variables = {slot.variable}, .content = content_of(call, group), .of_grid = group.kind == GroupKind::gf};
  std::string row = row_start(call);
  for (std::size_t r = 0; r < reductions.size(); ++r) {
    header.columns.push_back({to_string(reductions[r]), "", group.unit});
    row += '\t' + text_of(values[r]);
  }
  file(call, file_stem(variables, slot.variable) + ".norms", header).append(remark(call, slot) + row + '\n');
}

void append_scalar(Call& call, Slot slot) {
  if (call.services().rank() != 0) return;
  const Variables& variables = call.services().variables();
  Header header{.variables = {slot.variable}, .content = "the scalar's value; a row per iteration", .of_grid = false};
  add_value_columns(header.columns, variables.group_of(slot.variable), variables.variable(slot.variable).name, "");
  with_field(call, call, slot, [&](const auto& field) {
    common::NotFiniteIn(call, slot, "tsv").look(field.value());
    file(call, file_stem(variables, slot.variable), header)
        .append(remark(call, slot) + row_start(call) + '\t' + text(field.value()) + '\n');
  });
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(norms) {
  using namespace nopal;
  for (const Slot slot : tsv::slots(call, "norms")) {
    if (call.services().variables().group_of(slot.variable).kind == GroupKind::scalar)
      tsv::append_scalar(call, slot);
    else
      tsv::append_norms(call, slot);
  }
}
