// Writes a row with the values of grid functions and dats at points. Rank 0 interpolates.

#include "points.hpp"

#include "element_values.hpp"
#include "files.hpp"
#include "gather.hpp"
#include "kinds.hpp"
#include "owners.hpp"

#include "io/common/positions.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

namespace nopal::tsv {

namespace {

std::vector<Interpolant> interpolants(const Call& call) {
  const Interpolation interpolation = interpolation_from(call.string("interpolation"));
  std::vector<Interpolant> interpolants;
  for (const auto& point : chosen_points(call))
    interpolants.push_back(interpolant(call.domain(), point.data(), interpolation));
  return interpolants;
}

/// Returns the values that the interpolants need and this rank owns, slot by slot, interpolant by interpolant.
Words pack(Call& call, const std::vector<Slot>& slots, const std::vector<Interpolant>& interpolants) {
  const Part part = call.only_part();
  Words words;
  for (const Slot slot : slots)
    with_field(call, part, slot, [&](const auto& field) {
      for (const Interpolant& interpolant : interpolants)
        interpolant.for_each([&](const Index& p) {
          if (part.owned().contains(p)) put(words, field(p[0], p[1], p[2]));
        });
    });
  return words;
}

/// Collects the words of all ranks on rank 0. Rank 0 then reads the words of each rank in order. Other ranks only send.
class Deliveries {
public:
  /// Collective. Each rank that owns any of the points sends one message.
  Deliveries(Call& call, const std::vector<Slot>& slots, const std::vector<Interpolant>& interpolants)
      : owners_(call.services().decomposition()), n_words_(count(call, slots, interpolants)) {
    const Words mine = pack(call, slots, interpolants);
    call.services().collective().gather(
        std::span(mine), [&](int rank) { return n_words_[rank]; },
        [&](int rank, std::span<const std::uint64_t> words) {
          words_[rank] = {words.begin(), words.end()};
        });
  }
  template <class T> T next(const Index& point) {
    const int rank = owners_(point);
    const T value = get<T>(words_[rank], next_[rank]);
    next_[rank] += words_of<T>;
    return value;
  }

private:
  /// Returns on rank 0 the number of words of each rank.
  std::map<int, std::size_t> count(Call& call, const std::vector<Slot>& slots,
                                   const std::vector<Interpolant>& interpolants) {
    std::map<int, std::size_t> n_words;
    if (call.services().rank() != 0) return n_words;
    std::size_t words_of_point = 0;
    for (const Slot slot : slots)
      words_of_point += size_of(call.services().variables().group_of(slot.variable).type) / sizeof(std::uint64_t);
    for (const Interpolant& interpolant : interpolants)
      interpolant.for_each([&](const Index& p) { n_words[owners_(p)] += words_of_point; });
    return n_words;
  }
  Owners owners_;
  std::map<int, std::size_t> n_words_;
  std::map<int, Words> words_;
  std::map<int, std::size_t> next_;
};

/// Returns the interpolated value. An interpolant of one grid point gives the value there, of any type.
template <class T> std::string interpolated(const Interpolant& interpolant, const std::vector<T>& values) {
  if (interpolant.points() == 1) return text(values[0]);
  if constexpr (std::is_integral_v<T>) {
    const std::vector<double> reals(values.begin(), values.end());
    return text(interpolant.sum(reals.data()));
  } else {
    return text(interpolant.sum(values.data()));
  }
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
  const auto interpolants = tsv::interpolants(call);
  Deliveries deliveries(call, slots, interpolants);
  if (call.services().rank() != 0) return columns;
  for (const Slot slot : slots)
    with_field(call, call.only_part(), slot, [&](const auto& field) {
      using T = std::remove_cvref_t<decltype(field.value())>;
      for (const Interpolant& interpolant : interpolants) {
        std::vector<T> values;
        interpolant.for_each([&](const Index& p) { values.push_back(deliveries.next<T>(p)); });
        columns += '\t' + interpolated(interpolant, values);
      }
    });
  return columns;
}

/// Collective. Returns on rank 0 the columns of a dat.
std::string dat_columns(Call& call, Slot slot) {
  const std::string& set = call.services().variables().group_of(slot.variable).set;
  const Words words = element_values(call, slot, call.state<NearestElements>().at(set));
  std::string columns;
  with_field(call, call, slot, [&](const auto& field) {
    using T = std::remove_cvref_t<decltype(field.value())>;
    for (std::size_t w = 0; w < words.size(); ++w) columns += '\t' + text(get<T>(words, w));
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
  for (const double x : point) text += (text.empty() ? "(" : ", ") + shortest(x);
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
