#include "driver/mesh/coordinate_bisection.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "driver/mesh/route.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace nopal {

namespace {

/// A group of elements that is dealt out to the parts [first_part, first_part + parts).
struct PointGroup {
  int first_part = 0;
  int parts = 1;
  std::int64_t elements = 0; ///< on all processes
  std::vector<std::int64_t> mine{};
};

/// An element in the order along an axis.
struct Entry {
  std::uint64_t key; ///< of the coordinate
  std::uint64_t number;
  auto operator<=>(const Entry&) const = default;
};

/// Returns a number for a finite coordinate. Numbers are ordered as their coordinates are; 0 and -0 have the same one.
std::uint64_t key_of(double coordinate) {
  const auto bits = std::bit_cast<std::uint64_t>(coordinate + 0.0);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// For each group returns the least number v for which all processes together have more than wanted[group] entries up
/// to v. up_to(group, v) counts those of this process. Each message settles eight bits of all numbers, from the highest
/// on.
template <class UpTo>
std::vector<std::uint64_t> search(MPI_Comm communicator, const std::vector<std::int64_t>& wanted, UpTo up_to) {
  constexpr std::uint64_t digits = 256;
  std::vector<std::uint64_t> found(wanted.size(), 0);
  std::vector<std::int64_t> counts(wanted.size() * digits);
  for (int shift = 56; shift >= 0; shift -= 8) {
    // The last number that begins with the digits found so far and then with this one.
    const auto last = [&](std::size_t g, std::uint64_t digit) {
      return found[g] + (digit << shift) + ((std::uint64_t{1} << shift) - 1);
    };
    for (std::size_t g = 0; g < wanted.size(); ++g)
      for (std::uint64_t digit = 0; digit < digits; ++digit) counts[g * digits + digit] = up_to(g, last(g, digit));
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), static_cast<int>(counts.size()), MPI_INT64_T, MPI_SUM, communicator);
    for (std::size_t g = 0; g < wanted.size(); ++g) {
      std::uint64_t digit = 0;
      while (digit + 1 < digits && counts[g * digits + digit] <= wanted[g]) ++digit;
      found[g] += digit << shift;
    }
  }
  return found;
}

class Bisection {
public:
  Bisection(MPI_Comm communicator, const ElementBlocks& blocks, const ElementPositions& positions)
      : communicator_(communicator), first_(blocks.first(rank_in(communicator))), positions_(positions),
        result_(static_cast<std::size_t>(blocks.count(rank_in(communicator)))) {
    NOPAL_ASSERT(positions.dimension >= 1 && positions.dimension <= 3);
    NOPAL_ASSERT(positions.values.size() == result_.size() * static_cast<std::size_t>(positions.dimension));
  }

  void run(std::int64_t elements, int parts) {
    std::vector<PointGroup> groups(1);
    groups[0] = {0, parts, elements, {}};
    for (std::int64_t n = 0; n < std::ssize(result_); ++n) groups[0].mine.push_back(first_ + n);
    for (finish(groups); !groups.empty(); finish(groups)) groups = cut(groups);
  }
  std::vector<int> result() && { return std::move(result_); }

private:
  double coordinate(std::int64_t number, int axis) const {
    return positions_.values[static_cast<std::size_t>((number - first_) * positions_.dimension + axis)];
  }

  /// Removes the groups of one part, whose elements have found their owner.
  void finish(std::vector<PointGroup>& groups) {
    std::erase_if(groups, [&](const PointGroup& group) {
      if (group.parts > 1) return false;
      for (const std::int64_t number : group.mine)
        result_[static_cast<std::size_t>(number - first_)] = group.first_part;
      return true;
    });
  }

  /// Returns the axis along which each group is longest; the first of several.
  std::vector<int> longest_axes(const std::vector<PointGroup>& groups) const {
    // For each group and axis: the least coordinate, and the least negative one.
    std::vector<double> least(groups.size() * 6, std::numeric_limits<double>::infinity());
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const std::int64_t number : groups[g].mine)
        for (int axis = 0; axis < positions_.dimension; ++axis) {
          double* both = &least[g * 6 + static_cast<std::size_t>(axis) * 2];
          both[0] = std::min(both[0], coordinate(number, axis));
          both[1] = std::min(both[1], -coordinate(number, axis));
        }
    MPI_Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(least.size()), MPI_DOUBLE, MPI_MIN, communicator_);
    std::vector<int> result(groups.size(), 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto length = [&](int axis) {
        const double* both = &least[g * 6 + static_cast<std::size_t>(axis) * 2];
        return -both[1] - both[0];
      };
      for (int axis = 1; axis < positions_.dimension; ++axis)
        if (length(axis) > length(result[g])) result[g] = axis;
    }
    return result;
  }

  /// Returns the entries of this process in each group, sorted.
  std::vector<std::vector<Entry>> sorted_entries(const std::vector<PointGroup>& groups) const {
    const std::vector<int> axes = longest_axes(groups);
    std::vector<std::vector<Entry>> result(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const std::int64_t number : groups[g].mine)
        result[g].push_back({key_of(coordinate(number, axes[g])), static_cast<std::uint64_t>(number)});
      std::sort(result[g].begin(), result[g].end());
    }
    return result;
  }

  /// Returns the first entry behind each cut: all processes together have wanted[group] entries before it.
  std::vector<Entry> find_cuts(const std::vector<std::vector<Entry>>& entries, std::vector<std::int64_t> wanted) const {
    const auto before = [&](std::size_t g, const Entry& entry) {
      return std::lower_bound(entries[g].begin(), entries[g].end(), entry) - entries[g].begin();
    };
    const auto until = [&](std::size_t g, const Entry& entry) {
      return std::upper_bound(entries[g].begin(), entries[g].end(), entry) - entries[g].begin();
    };
    constexpr std::uint64_t most = ~std::uint64_t{0};
    const std::vector<std::uint64_t> keys =
        search(communicator_, wanted, [&](std::size_t g, std::uint64_t key) { return until(g, {key, most}); });
    std::vector<std::int64_t> less(wanted.size());
    for (std::size_t g = 0; g < wanted.size(); ++g) less[g] = before(g, {keys[g], 0});
    MPI_Allreduce(MPI_IN_PLACE, less.data(), static_cast<int>(less.size()), MPI_INT64_T, MPI_SUM, communicator_);
    for (std::size_t g = 0; g < wanted.size(); ++g) wanted[g] -= less[g];
    const std::vector<std::uint64_t> numbers = search(communicator_, wanted, [&](std::size_t g, std::uint64_t number) {
      return until(g, {keys[g], number}) - before(g, {keys[g], 0});
    });
    std::vector<Entry> result(wanted.size());
    for (std::size_t g = 0; g < wanted.size(); ++g) result[g] = {keys[g], numbers[g]};
    return result;
  }

  /// Cuts each group into two. The number of elements follows the number of parts on each side.
  std::vector<PointGroup> cut(const std::vector<PointGroup>& groups) const {
    std::vector<std::int64_t> wanted;
    for (const PointGroup& group : groups) wanted.push_back(group.elements * (group.parts / 2) / group.parts);
    const std::vector<std::vector<Entry>> entries = sorted_entries(groups);
    const std::vector<Entry> cuts = find_cuts(entries, wanted);
    std::vector<PointGroup> result;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const PointGroup& group = groups[g];
      const int half = group.parts / 2;
      PointGroup left{group.first_part, half, wanted[g]};
      PointGroup right{group.first_part + half, group.parts - half, group.elements - wanted[g]};
      for (const Entry& entry : entries[g])
        (entry < cuts[g] ? left : right).mine.push_back(static_cast<std::int64_t>(entry.number));
      result.push_back(std::move(left));
      result.push_back(std::move(right));
    }
    return result;
  }

  MPI_Comm communicator_;
  std::int64_t first_;
  const ElementPositions& positions_;
  std::vector<int> result_;
};

} // namespace

std::vector<int> bisect_coordinates(MPI_Comm communicator, const ElementBlocks& blocks,
                                    const ElementPositions& positions, int parts) {
  int finite = std::all_of(positions.values.begin(), positions.values.end(), [](double x) { return std::isfinite(x); });
  MPI_Allreduce(MPI_IN_PLACE, &finite, 1, MPI_INT, MPI_MIN, communicator);
  if (finite == 0)
    throw Error("the mesh cannot be partitioned by coordinates: a position is infinite or no number; correct the "
                "positions or choose another partition");
  Bisection bisection(communicator, blocks, positions);
  bisection.run(blocks.elements, parts);
  return std::move(bisection).result();
}

} // namespace nopal
