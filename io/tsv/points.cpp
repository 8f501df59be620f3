// Writes a row with the values of grid functions and dats at points. Only rank 0 asks for values.

#include "points.hpp"

#include "element_values.hpp"
#include "files.hpp"
#include "gather.hpp"
#include "kinds.hpp"

#include "io/common/finite.hpp"
#include "io/common/number_text.hpp"
#include "io/common/positions.hpp"

#include <algorithm>
#include <complex>
#include <span>
#include <type_traits>

namespace nopal::tsv {

namespace {

/// Returns the value of a grid function at a point as text. Only the value of one grid point can be an integer.
std::string value_text(const PointValues& values, Type type, std::size_t slot, std::size_t point) {
  if (type == Type::complex) return text(values.at<std::complex<double>>(slot, point));
  if (type == Type::integer && values.is_of_one_grid_point(point)) return text(values.at<std::int64_t>(slot, point));
  return text(values.at<double>(slot, point));
}

/// Tells the driver if the value of a grid function at point number `point` of tsv.points_at is not finite.
void look(const Call& call, const PointValues& values, Slot slot, std::size_t column, std::size_t point) {
  const Type type = call.services().variables().group_of(slot.variable).type;
  const auto look_at = [&](const auto& value) {
    const auto parts = common::reals_of(std::span(&value, 1));
    if (common::first_not_finite(parts))
      common::NotFiniteIn(call, slot, "tsv")
          .tell(common::value_text(parts) + " at the point " + point_text(chosen_points(call)[point]) +
                    " of tsv.points_at",
                NotFinite::between_points);
  };
  if (type == Type::complex) return look_at(values.at<std::complex<double>>(column, point));
  if (type == Type::real) look_at(values.at<double>(column, point));
}

void add_columns(const Call& call, int variable, std::size_t number, const std::vector<double>& point, Header& header) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(variable);
  const std::string name = variables.full_name(variable) + '[' + std::to_string(number) + ']';
  const std::string at = "at " + point_text(point);
  if (group.kind != GroupKind::dat || group.components == 1) return add_value_columns(header.columns, group, name, at);
  for (int c = 0; c < group.components; ++c)
    add_value_columns(header.columns, group, name + '.' + std::to_string(c), at + ", component " + std::to_string(c));
}

Header header(const Call& call, const std::vector<Slot>& of_grid, const std::vector<Slot>& of_sets) {
  Header header{.content = "values at points", .of_grid = !of_grid.empty()};
  if (!of_grid.empty()) header.content += ", interpolation " + call.string("interpolation");
  if (!of_sets.empty()) header.content += ", dats at the nearest element";
  header.content += "; a row per iteration";
  const auto points = chosen_points(call);
  for (const auto* const slots : {&of_grid, &of_sets})
    for (const Slot slot : *slots) {
      header.variables.push_back(slot.variable);
      for (std::size_t n = 0; n < points.size(); ++n) add_columns(call, slot.variable, n, points[n], header);
    }
  return header;
}

/// Collective. Returns on rank 0 the columns of grid functions.
std::string grid_columns(Call& call, const std::vector<Slot>& slots) {
  std::string columns;
  if (slots.empty()) return columns;
  const Services& services = call.services();
  const std::vector<double> points = services.rank() == 0 ? call.reals("points_at") : std::vector<double>{};
  const PointValues values = call.interpolate(slots, points, interpolation_from(call.string("interpolation")));
  for (std::size_t s = 0; s < slots.size(); ++s)
    for (std::size_t p = 0; p < values.points(); ++p) {
      look(call, values, slots[s], s, p);
      columns += '\t' + value_text(values, services.variables().group_of(slots[s].variable).type, s, p);
    }
  return columns;
}

/// Collective. Returns on rank 0 the columns of a dat.
std::string dat_columns(Call& call, Slot slot) {
  const std::string& set = call.services().variables().group_of(slot.variable).set;
  const std::vector<NearestElement>& elements = call.state<NearestElements>().at(set);
  const Words words = element_values(call, slot, elements);
  std::string columns;
  with_field(call, call, slot, [&](const auto& field) {
    using T = std::remove_cvref_t<decltype(field.value())>;
    const std::size_t components = words.size() / elements.size();
    for (std::size_t w = 0; w < words.size(); ++w) {
      const T value = get<T>(words, w);
      const auto parts = common::reals_of(std::span(&value, 1));
      if (common::first_not_finite(parts))
        common::NotFiniteIn(call, slot, "tsv")
            .at_element(elements[w / components].number, static_cast<int>(w % components), common::value_text(parts));
      columns += '\t' + text(value);
    }
  });
  return columns;
}

} // namespace

std::vector<int> listed_points(const Call& call) {
  std::vector<int> listed;
  for (const std::string& name : call.strings("points"))
    for (const int v : call.services().variables().resolve(name))
      if (std::ranges::find(listed, v) == listed.end()) listed.push_back(v);
  return listed;
}

int coordinates_of(const Call& call, int variable) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(variable);
  if (group.kind == GroupKind::gf) return call.domain().dimension();
  if (group.kind != GroupKind::dat) return 0;
  const auto positions = common::positions_of(call, group.set);
  return positions ? variables.group_of(positions->dat).components : 0;
}

int coordinates_of_points(const Call& call) {
  for (const int v : listed_points(call))
    if (const int coordinates = coordinates_of(call, v); coordinates > 0) return coordinates;
  return call.domain().dimension();
}

std::vector<std::vector<double>> chosen_points(const Call& call) {
  const auto n = static_cast<std::size_t>(coordinates_of_points(call));
  const auto coordinates = call.reals("points_at");
  std::vector<std::vector<double>> points;
  for (std::size_t first = 0; first + n <= coordinates.size(); first += n)
    points.emplace_back(coordinates.data() + first, coordinates.data() + first + n);
  return points;
}

std::string point_text(const std::vector<double>& point) {
  std::string text;
  for (const double x : point) text += (text.empty() ? "(" : ", ") + common::number_text(x);
  return text + ')';
}

} // namespace nopal::tsv

NOPAL_FUNCTION(points) {
  using namespace nopal;
  using namespace nopal::tsv;
  std::vector<Slot> of_grid, of_sets;
  for (const Slot slot : tsv::slots(call, "points")) {
    const bool is_dat = call.services().variables().group_of(slot.variable).kind == GroupKind::dat;
    (is_dat ? of_sets : of_grid).push_back(slot);
  }
  std::string row = grid_columns(call, of_grid);
  for (const Slot slot : of_sets) row += dat_columns(call, slot);
  if (call.services().rank() != 0) return;
  std::string remarks;
  for (const auto* const slots : {&of_grid, &of_sets})
    for (const Slot slot : *slots) remarks += remark(call, slot);
  file(call, "points", header(call, of_grid, of_sets)).append(remarks + row_start(call) + row + '\n');
}
