// Writes a row with the values of grid functions at points. Rank 0 interpolates.

#include "points.hpp"

#include "files.hpp"
#include "gather.hpp"
#include "kinds.hpp"
#include "owners.hpp"

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

Header header(const Call& call, const std::vector<Slot>& slots) {
  const Variables& variables = call.services().variables();
  Header header{.content = "values at points, interpolation " + call.string("interpolation") + "; a row per iteration"};
  const auto points = chosen_points(call);
  for (const Slot slot : slots) {
    header.variables.push_back(slot.variable);
    for (std::size_t n = 0; n < points.size(); ++n) {
      std::string at;
      for (const double x : points[n]) at += (at.empty() ? "at (" : ", ") + shortest(x);
      add_value_columns(header.columns, variables.group_of(slot.variable),
                        variables.full_name(slot.variable) + '[' + std::to_string(n) + ']', at + ")");
    }
  }
  return header;
}

} // namespace

std::vector<std::vector<double>> chosen_points(const Call& call) {
  const auto dimension = static_cast<std::size_t>(call.domain().dimension());
  const auto coordinates = call.reals("points_at");
  std::vector<std::vector<double>> points;
  for (std::size_t first = 0; first + dimension <= coordinates.size(); first += dimension)
    points.emplace_back(coordinates.data() + first, coordinates.data() + first + dimension);
  return points;
}

} // namespace nopal::tsv

NOPAL_FUNCTION(points) {
  using namespace nopal;
  using namespace nopal::tsv;
  const auto slots = tsv::slots(call, "points");
  const auto interpolants = tsv::interpolants(call);
  Deliveries deliveries(call, slots, interpolants);
  if (call.services().rank() != 0) return;
  std::string row = row_start(call), remarks;
  for (const Slot slot : slots) {
    remarks += remark(call, slot);
    with_field(call, call.only_part(), slot, [&](const auto& field) {
      using T = std::remove_cvref_t<decltype(field.value())>;
      for (const Interpolant& interpolant : interpolants) {
        std::vector<T> values;
        interpolant.for_each([&](const Index& p) { values.push_back(deliveries.next<T>(p)); });
        row += '\t' + interpolated(interpolant, values);
      }
    });
  }
  file(call, "points", header(call, slots)).append(remarks + row + '\n');
}
