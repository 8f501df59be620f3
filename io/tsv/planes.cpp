// Writes blocks of values in planes.

#include "planes.hpp"
#include "files.hpp"
#include "gather.hpp"
#include "kinds.hpp"
#include "section.hpp"

#include "io/common/finite.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace nopal::tsv {

namespace {

constexpr Plane all_planes[] = {{"xy", 0, 1}, {"xz", 0, 2}, {"yz", 1, 2}};

/// Bytes of text that are written at once. The text of a plane is ten times as large as its values.
constexpr std::size_t piece_size = 1 << 20;

Header header(const Call& call, int variable, const Index& point, const Plane& plane) {
  const Variables& variables = call.services().variables();
  Header header{.variables = {variable},
                .content = std::string("values in the plane ") + plane.name +
                           ", outer boundary included; a block per iteration, with one scan along " +
                           axis_names[plane.first] + " after another"};
  header.place = place_text(call.domain(), point, {plane.first, plane.second});
  for (const int axis : {plane.first, plane.second})
    header.columns.push_back({std::string(1, "ijk"[axis]), std::string("index along ") + axis_names[axis], ""});
  add_coordinate_columns(header.columns, call.domain());
  add_value_columns(header.columns, variables.group_of(variable), variables.variable(variable).name, "");
  return header;
}

/// Returns the texts of the coordinates along an axis of the box. They are made once, because many rows use them.
std::vector<std::string> coordinates(const Domain& domain, const Box& box, int axis) {
  std::vector<std::string> texts;
  for (long i = box.lower[axis]; i < box.upper[axis]; ++i) texts.push_back('\t' + text(domain.coordinate(axis, i)));
  return texts;
}

/// Writes a block. An empty line ends a scan and two end the block, so that gnuplot sees a grid and a data set.
template <class T> void append_block(const Call& call, TextFile& file, Slot slot, const std::vector<T>& values,
                                     const Box& box, const Plane& plane) {
  const Domain& domain = call.domain();
  const std::string start = row_start(call) + '\t';
  const std::array<std::vector<std::string>, 3> along{coordinates(domain, box, 0), coordinates(domain, box, 1),
                                                      coordinates(domain, box, 2)};
  std::string rows = remark(call, slot);
  std::size_t next = 0;
  std::array<std::size_t, 3> at{};
  for (long b = box.lower[plane.second]; b < box.upper[plane.second]; ++b) {
    at[plane.second] = static_cast<std::size_t>(b - box.lower[plane.second]);
    const std::string second = '\t' + text(static_cast<std::int64_t>(b));
    for (long a = box.lower[plane.first]; a < box.upper[plane.first]; ++a) {
      at[plane.first] = static_cast<std::size_t>(a - box.lower[plane.first]);
      rows.append(start).append(text(static_cast<std::int64_t>(a))).append(second);
      for (int axis = 0; axis < domain.dimension(); ++axis) rows.append(along[axis][at[axis]]);
      rows.append(1, '\t').append(text(values[next++])).append(1, '\n');
    }
    rows += b + 1 < box.upper[plane.second] ? "\n" : "\n\n";
    if (rows.size() < piece_size) continue;
    file.append(rows);
    rows.clear();
  }
  file.append(rows);
}

void append_plane(Call& call, Slot slot, const Index& point, const Plane& plane) {
  Services& services = call.services();
  const Box box = section(call.domain(), point, {plane.first, plane.second});
  with_field(call, call.only_part(), slot, [&](const auto& field) {
    const auto values = gather(services, field, box);
    common::NotFiniteIn(call, slot, "tsv").look(std::span(std::as_const(values)), box); // other ranks have none
    if (services.rank() == 0)
      append_block(call,
                   file(call, file_stem(services.variables(), slot.variable) + '.' + plane.name,
                        header(call, slot.variable, point, plane)),
                   slot, values, box, plane);
  });
}

} // namespace

std::vector<Plane> chosen_planes(const Call& call) {
  const auto names = call.strings("planes_along");
  std::vector<Plane> chosen;
  for (const Plane& plane : all_planes)
    if (names.empty() ? plane.second < call.domain().dimension()
                      : std::find(names.begin(), names.end(), plane.name) != names.end())
      chosen.push_back(plane);
  return chosen;
}

} // namespace nopal::tsv

NOPAL_FUNCTION(planes) {
  using namespace nopal;
  const Index point = nearest_point(call.domain(), call.reals("point"));
  for (const Slot slot : tsv::slots(call, "planes"))
    for (const tsv::Plane& plane : tsv::chosen_planes(call)) tsv::append_plane(call, slot, point, plane);
}
