#include "driver/reductions/mpi_reductions.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/reductions/moments.hpp"
#include "core/variables/poison_word.hpp"
#include "driver/sudden_end/child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace nopal {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Reduced result_of_nothing(Reduction reduction, bool integers) {
  switch (reduction) {
  case Reduction::min:
  case Reduction::max:
  case Reduction::average:
    return {.none = true};
  case Reduction::sum:
  case Reduction::norm_inf:
    if (integers) return {.real = 0, .integer = 0};
    return {.real = 0};
  case Reduction::norm1:
  case Reduction::norm2:
    return {.real = 0};
  }
  return {};
}

/// Returns the result of a reduction whose result is an integer if the values are integers. Empty: it is no such one.
std::optional<Int128> integer_result_of(Reduction reduction, const Moments& moments) {
  switch (reduction) {
  case Reduction::min:
    return moments.least;
  case Reduction::max:
    return moments.largest;
  case Reduction::norm_inf:
    return std::max(-Int128{moments.least}, Int128{moments.largest});
  case Reduction::sum:
    return moments.sum.integer();
  default:
    return std::nullopt;
  }
}

double real_result_of(Reduction reduction, const Moments& moments, double points) {
  switch (reduction) {
  case Reduction::min:
    return moments.nan ? not_a_number : moments.min + 0.0;
  case Reduction::max:
    return moments.nan ? not_a_number : moments.max + 0.0;
  case Reduction::norm_inf:
    return moments.nan ? not_a_number : std::max(std::fabs(moments.min), std::fabs(moments.max));
  case Reduction::sum:
    return moments.sum.value();
  case Reduction::average:
    return moments.sum.value() / points;
  case Reduction::norm1:
    return moments.magnitudes.value() / points;
  case Reduction::norm2:
    return std::sqrt(moments.squares.value() / points);
  }
  return not_a_number;
}

Reduced result_of(Reduction reduction, const Moments& moments, std::int64_t points, Type type) {
  const bool integers = type == Type::integer;
  if (points == 0) return result_of_nothing(reduction, integers);
  if (const auto integer = integers ? integer_result_of(reduction, moments) : std::nullopt)
    return {.real = static_cast<double>(*integer), .integer = integer};
  return {.real = real_result_of(reduction, moments, static_cast<double>(points))};
}

} // namespace

MpiReductions::MpiReductions(MPI_Comm communicator, const Variables& variables, Spaces spaces, HostMemory& memory,
                             RunObservers observers)
    : communicator_(communicator), variables_(variables), spaces_(std::move(spaces)), memory_(memory),
      observers_(std::move(observers)) {}

std::vector<Reduced> MpiReductions::reduce(Slot slot, std::span<const Reduction> which) {
  const WorkScope scope(observers_, Work::reduction, observers_.empty() ? std::string() : variables_.text(slot));
  const Group& group = variables_.group_of(slot.variable);
  NOPAL_ASSERT(slot.timelevel >= 0 && slot.timelevel < group.timelevels);
  if (group.type == Type::complex)
    throw Error(variables_.text(slot) + " is complex, but only real and integer variables can be reduced: write its " +
                "real part, imaginary part or magnitude to a real variable and reduce that");
  const Space& space = spaces_.of(slot.variable);
  Moments all = local(slot, which);
  if (!space.replicated) merge_ranks(all, moments_for(which), group.type);
  std::vector<Reduced> results;
  for (const Reduction reduction : which) results.push_back(result_of(reduction, all, space.points, group.type));
  return results;
}

template <class T> void MpiReductions::max_over_ranks(std::span<T> values) {
  refuse_child();
  const WorkScope scope(observers_, Work::wait, "reduction over ranks");
  const MPI_Datatype type = std::is_same_v<T, double> ? MPI_DOUBLE : MPI_INT64_T;
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, MPI_MAX, communicator_);
}

void MpiReductions::merge_ranks(Moments& moments, const MomentsWanted& wanted, Type type) {
  std::vector<ExactSum*> sums;
  if (wanted.sum) sums.push_back(&moments.sum);
  if (wanted.magnitudes) sums.push_back(&moments.magnitudes);
  if (wanted.squares) sums.push_back(&moments.squares);
  sum_over_ranks(sums);
  if (!wanted.extremes) return;
  if (type == Type::integer) {
    std::int64_t values[] = {~moments.least, moments.largest}; // ~ reverses the order, and each integer has it
    max_over_ranks(std::span<std::int64_t>(values));
    moments.least = ~values[0];
    moments.largest = values[1];
    return;
  }
  double values[] = {-moments.min, moments.max, moments.nan ? 1.0 : 0.0};
  max_over_ranks(std::span<double>(values));
  moments.min = -values[0];
  moments.max = values[1];
  moments.nan = values[2] > 0;
}

Moments MpiReductions::local(Slot slot, std::span<const Reduction> which) const {
  const MomentsWanted wanted = moments_for(which);
  const Moments* const known = accelerator_ != nullptr ? accelerator_->known_moments(slot, wanted) : nullptr;
  if (known != nullptr) return *known;
  const auto on_device = accelerator_ != nullptr ? accelerator_->moments(slot) : std::nullopt;
  const GroupKind kind = variables_.group_of(slot.variable).kind;
  if (!on_device && accelerator_ != nullptr &&
      !accelerator_->tracker().validity().valid(slot, kind == GroupKind::gf ? Region::owned : Region::interior,
                                                host_place)) {
    const bool on_devices = kind == GroupKind::gf || kind == GroupKind::dat;
    throw Error(fmt::format("{0} cannot be reduced: it is not valid on the host, and {1} `reduces: [{0}]`",
                            variables_.text(slot),
                            on_devices ? "the device did not reduce it before the call: declare"
                                       : "devices reduce only grid functions and dats: use a function without `device: "
                                         "true` that declares"));
  }
  if (!on_device) return on_host(slot, wanted);
  for (const Reduction reduction : which)
    if (!on_device->known.covers(moments_for({&reduction, 1})))
      throw Error(fmt::format("the device did not compute {0} of {1}: the parameter that `which:` of reduces: names "
                              "does not list it: add {0} to this parameter, or leave `which:` out",
                              to_string(reduction), variables_.text(slot)));
  return *on_device->moments;
}

Moments MpiReductions::on_host(Slot slot, const MomentsWanted& wanted) const {
  Moments all;
  const Type type = variables_.group_of(slot.variable).type;
  for (const Geometry& part : spaces_.of(slot.variable).parts) {
    all.merge(moments(memory_.data(slot), part.layout(), type, part.owned(), wanted), wanted);
    ++slot.part;
  }
  return all;
}

ExactSum MpiReductions::total_of(const ExactSum& local) {
  const WorkScope scope(observers_, Work::reduction, "sum");
  ExactSum total = local;
  ExactSum* const sums[] = {&total};
  sum_over_ranks(sums);
  return total;
}

double MpiReductions::sum(const ExactSum& local) { return total_of(local).value(); }

Int128 MpiReductions::integer_sum(const ExactSum& local) { return total_of(local).integer(); }

double MpiReductions::max(double local) {
  const WorkScope scope(observers_, Work::reduction, "maximum");
  const bool nan = std::isnan(local);
  const double spoilt = is_poison(std::bit_cast<std::uint64_t>(local)) ? 2 : nan ? 1 : 0;
  double values[] = {nan ? -std::numeric_limits<double>::infinity() : local, spoilt};
  max_over_ranks(std::span<double>(values));
  if (values[1] > 1) return std::bit_cast<double>(poison_bits({}));
  return values[1] > 0 ? not_a_number : values[0] + 0.0;
}

double MpiReductions::min(double local) { return 0.0 - max(-local); }

void MpiReductions::sum_over_ranks(std::span<ExactSum* const> sums) {
  if (sums.empty()) return;
  refuse_child();
  std::vector<std::int64_t> digits;
  for (const ExactSum* sum : sums) {
    const ExactSum::Digits more = sum->normalized();
    digits.insert(digits.end(), more.begin(), more.end());
  }
  const WorkScope scope(observers_, Work::wait, "reduction over ranks");
  MPI_Allreduce(MPI_IN_PLACE, digits.data(), static_cast<int>(digits.size()), MPI_INT64_T, MPI_SUM, communicator_);
  auto next = digits.begin();
  for (ExactSum* sum : sums) {
    ExactSum::Digits mine;
    std::copy_n(next, mine.size(), mine.begin());
    next += static_cast<std::ptrdiff_t>(mine.size());
    *sum = ExactSum::from_digits(mine);
  }
}

} // namespace nopal
