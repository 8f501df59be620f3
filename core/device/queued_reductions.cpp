// QueuedDevice: reductions in stages. The last stage leaves a few numbers for the host.

#include "core/base/assert.hpp"
#include "core/device/queued_device.hpp"

#include <algorithm>
#include <bit>

namespace nopal {

namespace {

/// The number of columns: enough to keep a device busy, few enough to stay in its caches.
constexpr std::int64_t columns_by_rows = 64, columns_by_points = 16384;
/// The smallest number of points for which a column is worth its cost.
constexpr std::int64_t least_points = 16;
/// The number of columns that are left after the first step of an addition.
constexpr std::int64_t columns_added_at_once = 64;

using Numbers = std::array<std::int64_t, sizeof(ReduceNumbers) / sizeof(std::int64_t)>;

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Returns the number of columns that the first stage fills, one for each work-item. 0 for an empty box.
std::int64_t columns_of(const Box& box, bool by_rows) {
  // An integer is added as two values.
  const std::int64_t least = divided_up(box.points(), most_reduced_by_item / 2);
  if (!by_rows) return std::max(least, std::min(divided_up(box.points(), least_points), columns_by_points));
  const std::int64_t pieces = divided_up(box.extent(0), reduce_piece) * box.extent(1) * box.extent(2);
  return std::min(pieces, std::max(columns_by_rows, least));
}

/// Returns the number of columns after a step that adds `columns` columns.
std::int64_t columns_after(std::int64_t columns) { return columns > columns_added_at_once ? columns_added_at_once : 1; }

/// Returns the box with rows joined that follow one another in memory, such as the components of elements of a set.
/// Only its extents count.
Box with_long_rows(Box box, const Layout& layout) {
  if (box.extent(0) != layout.stride[1]) return box;
  box.upper[0] = box.lower[0] + box.extent(0) * box.extent(1);
  box.upper[1] = box.lower[1] + 1;
  return box;
}

std::int64_t bits_of(const MomentsWanted& wanted) {
  return (wanted.sum ? 1 : 0) | (wanted.magnitudes ? 2 : 0) | (wanted.squares ? 4 : 0) | (wanted.extremes ? 8 : 0);
}

std::int64_t word(const ReducedWords& words, ReducedWord which) {
  return words[words.size() - n_reduced_words + static_cast<std::size_t>(which)];
}

/// `sum`: 0 for the sum, 1 for magnitudes, 2 for squares.
ExactSum sum_of(const ReducedWords& words, int sum, std::int64_t plus, std::int64_t minus) {
  ExactSum::Digits digits{};
  for (int d = 0; d < ExactSum::n_digits; ++d) {
    const std::int64_t pair = words[static_cast<std::size_t>((sum * ExactSum::n_digits + d) / 2)];
    digits[static_cast<std::size_t>(d)] = d % 2 == 0 ? pair & 0xffffffff : pair >> 32 & 0xffffffff;
  }
  // The last digit carries the sign.
  auto& last = digits[ExactSum::n_digits - 1];
  last = static_cast<std::int32_t>(static_cast<std::uint32_t>(last));
  digits[ExactSum::nan] = word(words, ReducedWord::nan);
  digits[ExactSum::plus_infinity] = plus;
  digits[ExactSum::minus_infinity] = minus;
  digits[ExactSum::poison] = word(words, ReducedWord::poison);
  return ExactSum::from_digits(digits);
}

/// Moments that are not wanted keep their initial value.
Moments moments_of(const ReducedWords& words, const MomentsWanted& wanted, Type type) {
  const std::int64_t plus = word(words, ReducedWord::plus_infinity);
  const std::int64_t minus = word(words, ReducedWord::minus_infinity);
  Moments moments;
  if (wanted.extremes && type == Type::integer) {
    moments.least = word(words, ReducedWord::min);
    moments.largest = word(words, ReducedWord::max);
  } else if (wanted.extremes) {
    moments.min = std::bit_cast<double>(word(words, ReducedWord::min));
    moments.max = std::bit_cast<double>(word(words, ReducedWord::max));
    moments.nan = word(words, ReducedWord::nan) > 0;
  }
  if (wanted.sum) moments.sum = sum_of(words, 0, plus, minus);
  if (wanted.magnitudes) moments.magnitudes = sum_of(words, 1, plus + minus, 0);
  if (wanted.squares) moments.squares = sum_of(words, 2, plus + minus + word(words, ReducedWord::infinite_squares), 0);
  return moments;
}

} // namespace

std::size_t reduce_bytes(const Box& box, bool by_rows) {
  if (box.empty()) return 0;
  const std::int64_t first = columns_of(box, by_rows);
  return static_cast<std::size_t>(first + columns_after(first)) * reduce_column_words * sizeof(std::int64_t);
}

void QueuedDevice::prepare_reductions() {
  if (reduce_.function < 0)
    reduce_ = compile_shared(reduce_kernel, by_rows_ ? "nopal_reduce_rows" : "nopal_reduce_points", "reductions", 3,
                             Numbers{}.size());
}

void QueuedDevice::reduce_stage(const ReduceNumbers& numbers, std::int64_t items, std::int64_t words,
                                DeviceBuffer& slot, int from) {
  DeviceBuffer& in = partial_[from];
  DeviceBuffer& out = partial_[1 - from];
  const auto bytes = static_cast<std::size_t>(words) * sizeof(std::int64_t);
  if (out.bytes < bytes) {
    out = {};
    out.memory = DeviceMemory(queues_->allocate(bytes, "partial results of a reduction"), {queues_.get()});
    out.bytes = bytes;
  }
  Command command(*queues_, Queue::kernels);
  command.reads(slot);
  command.writes(out);
  if (in.memory) command.reads(in);
  const std::array<void*, 3> buffers{slot.memory.get(), in.memory ? in.memory.get() : nothing_.get(), out.memory.get()};
  launch_shared(reduce_, buffers, std::bit_cast<Numbers>(numbers), items, command);
}

Moments QueuedDevice::reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) {
  SlotMemory& memory = at(points.slot);
  NOPAL_ASSERT(type != Type::complex && memory.element_size == size_of(type) && memory.layout.box.contains(points.box));
  if (points.box.empty()) return {};
  const Box box = with_long_rows(points.box, memory.layout);
  prepare_reductions();

  ReduceNumbers numbers;
  numbers.phase = static_cast<std::int64_t>(ReducePhase::accumulate);
  numbers.wanted = bits_of(wanted);
  numbers.integers = type == Type::integer ? 1 : 0;
  numbers.start = memory.layout.index(box.lower[0], box.lower[1], box.lower[2]);
  numbers.row = memory.layout.stride[1];
  numbers.plane = memory.layout.stride[2];
  for (int axis = 0; axis < 3; ++axis) numbers.extent[axis] = box.extent(axis);
  numbers.items = columns_of(box, by_rows_);
  int from = 1;
  reduce_stage(numbers, numbers.items, reduce_column_words * numbers.items, memory.buffer, from);
  numbers.phase = static_cast<std::int64_t>(ReducePhase::add);
  while (numbers.items > 1) {
    numbers.parts = columns_after(numbers.items);
    from = 1 - from;
    const std::int64_t items = reduce_column_words * numbers.parts;
    reduce_stage(numbers, items, items, memory.buffer, from);
    numbers.items = numbers.parts;
  }
  numbers.phase = static_cast<std::int64_t>(ReducePhase::finish);
  from = 1 - from;
  ReducedWords words;
  reduce_stage(numbers, reduce_finishers, static_cast<std::int64_t>(words.size()), memory.buffer, from);
  queues_->wait(read(partial_[1 - from], 0, reinterpret_cast<std::byte*>(words.data()), sizeof words));
  return moments_of(words, wanted, type);
}

} // namespace nopal
