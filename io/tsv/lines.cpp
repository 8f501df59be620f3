// Writes blocks of values along the axes, and all elements of arrays.

#include "files.hpp"
#include "gather.hpp"
#include "kinds.hpp"
#include "section.hpp"

#include "io/common/finite.hpp"

#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace nopal::tsv {

namespace {

template <class T> std::string rows(const Call& call, const std::vector<T>& values, const Box& line, int axis) {
  const Domain& domain = call.domain();
  const std::string start = row_start(call);
  std::string text_rows;
  Index point = line.lower;
  for (const T& value : values) {
    text_rows += start + '\t' + text(static_cast<std::int64_t>(point[axis]));
    for (int a = 0; a < domain.dimension(); ++a) text_rows += '\t' + text(domain.coordinate(a, point[a]));
    text_rows += '\t' + text(value) + '\n';
    ++point[axis];
  }
  return text_rows + "\n\n";
}

Header header(const Call& call, int variable, const Index& point, int axis) {
  const Variables& variables = call.services().variables();
  Header header{.variables = {variable},
                .content = std::string("values along ") + axis_names[axis] +
                           ", outer boundary included; a block per iteration"};
  header.place = place_text(call.domain(), point, {axis});
  header.columns.push_back({"index", std::string("along ") + axis_names[axis], ""});
  add_coordinate_columns(header.columns, call.domain());
  add_value_columns(header.columns, variables.group_of(variable), variables.variable(variable).name, "");
  return header;
}

void append_lines(Call& call, Slot slot) {
  Services& services = call.services();
  const Domain& domain = call.domain();
  const Index point = nearest_point(domain, call.reals("point"));
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const Box line = section(domain, point, {axis});
    with_field(call, call.only_part(), slot, [&](const auto& field) {
      const auto values = gather(services, field, line);
      common::NotFiniteIn(call, slot, "tsv").look(std::span(std::as_const(values)), line); // other ranks have none
      if (services.rank() == 0)
        file(call, file_stem(services.variables(), slot.variable) + '.' + axis_names[axis],
             header(call, slot.variable, point, axis))
            .append(remark(call, slot) + rows(call, values, line, axis));
    });
  }
}

/// Writes all elements of rank 0's array. Every rank has the same array.
void append_array(Call& call, Slot slot) {
  if (call.services().rank() != 0) return;
  const Variables& variables = call.services().variables();
  const int dimension = variables.group_of(slot.variable).dimension;
  Header header{.variables = {slot.variable}, .content = "all elements of the array; a block per iteration"};
  header.of_grid = false;
  for (int axis = 0; axis < dimension; ++axis) header.columns.push_back({std::string(1, "ijk"[axis]), "index", ""});
  add_value_columns(header.columns, variables.group_of(slot.variable), variables.variable(slot.variable).name, "");

  with_field(call, call, slot, [&](const auto& field) {
    const std::string start = row_start(call);
    std::string text_rows;
    std::vector<std::remove_cvref_t<decltype(field.value())>> values;
    for_each_point(field.layout().box, [&](long i, long j, long k) {
      values.push_back(field(i, j, k));
      const Index element{i, j, k};
      text_rows += start;
      for (int axis = 0; axis < dimension; ++axis) text_rows += '\t' + text(static_cast<std::int64_t>(element[axis]));
      text_rows += '\t' + text(values.back()) + '\n';
    });
    common::NotFiniteIn(call, slot, "tsv").look(std::span(std::as_const(values)), field.layout().box);
    file(call, file_stem(variables, slot.variable), header).append(remark(call, slot) + text_rows + "\n\n");
  });
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(lines) {
  using namespace nopal;
  const Variables& variables = call.services().variables();
  for (const Slot slot : tsv::slots(call, "lines")) {
    if (variables.group_of(slot.variable).kind == GroupKind::array)
      tsv::append_array(call, slot);
    else
      tsv::append_lines(call, slot);
  }
}
