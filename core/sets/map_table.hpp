#pragma once
// The table of a map: for each element of one set, the elements of another set to which it leads.

#include "core/base/assert.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nopal {

/// Row n holds the targets of element n. All rows have the same number of targets (the arity), or each row its own.
/// `Index` is std::int64_t for global numbers of elements, and std::int32_t for their positions on one process.
template <class Index> class RowTable {
public:
  RowTable() = default;
  /// Fixed arity: `targets` holds the rows one after another. Its size must be a multiple of `arity`, which is at
  /// least 1.
  RowTable(int arity, std::vector<Index> targets) : arity_(arity), targets_(std::move(targets)) {
    NOPAL_ASSERT(arity >= 1 && std::ssize(targets_) % arity == 0);
  }
  /// Varying arity: row n is targets[offsets[n]], …, targets[offsets[n + 1] - 1]. The offsets do not decrease; the
  /// first is 0, the last is the number of targets.
  RowTable(std::vector<std::int64_t> offsets, std::vector<Index> targets)
      : offsets_(std::move(offsets)), targets_(std::move(targets)) {
    NOPAL_ASSERT(!offsets_.empty() && offsets_.front() == 0 && offsets_.back() == std::ssize(targets_));
  }

  /// Returns the number of targets of each row; 0: it varies.
  int arity() const { return arity_; }
  std::int64_t rows() const { return arity_ > 0 ? std::ssize(targets_) / arity_ : std::ssize(offsets_) - 1; }
  std::span<const Index> row(std::int64_t n) const {
    const std::int64_t first = arity_ > 0 ? n * arity_ : offsets_[static_cast<std::size_t>(n)];
    const std::int64_t end = arity_ > 0 ? first + arity_ : offsets_[static_cast<std::size_t>(n) + 1];
    return {targets_.data() + first, static_cast<std::size_t>(end - first)};
  }
  /// All targets, row after row.
  const std::vector<Index>& targets() const { return targets_; }
  /// Empty if the arity is fixed.
  const std::vector<std::int64_t>& offsets() const { return offsets_; }

  bool operator==(const RowTable&) const = default;

private:
  int arity_ = 0;
  std::vector<std::int64_t> offsets_{0};
  std::vector<Index> targets_;
};

/// A map of the whole mesh, or some of its rows: targets are global numbers.
using MapTable = RowTable<std::int64_t>;
/// A map on one process: rows and targets are positions in the local numbering (LocalSet).
using LocalTable = RowTable<std::int32_t>;

} // namespace nopal
