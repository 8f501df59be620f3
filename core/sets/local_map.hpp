#pragma once
// A map on one process: a table of its rows, or a rule for whole lines of elements.

#include "core/sets/map_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace nopal {

/// Rows that follow from those of whole lines. Each line has `columns` elements: element e stands in line e / columns,
/// in its column e mod columns. Targets form such lines, too.
struct LineRows {
  std::int32_t columns = 1;
  int arity = 1;
  /// Two numbers for each target of each line, `first` and `shift`: target t of the element in column i of line l is
  /// first + (i + shift) mod columns, where first = pairs[2 (l arity + t)] and shift = pairs[2 (l arity + t) + 1]. The
  /// shift is at least 0 and below `columns`.
  std::vector<std::int32_t> pairs;

  bool operator==(const LineRows&) const = default;
};

class LocalMap {
public:
  LocalMap() = default;
  LocalMap(LocalTable table) : rows_(std::move(table)) {} // NOLINT(google-explicit-constructor): most maps have tables
  explicit LocalMap(LineRows lines) : rows_(std::move(lines)) {}

  /// Returns null if the map has a table.
  const LineRows* lines() const { return std::get_if<LineRows>(&rows_); }
  /// Returns the table, which the map must have.
  const LocalTable& table() const { return std::get<LocalTable>(rows_); }
  /// Returns the number of targets of each row; 0: it varies.
  int arity() const;
  std::int64_t rows() const;
  /// Returns the targets of an element. If they follow from a rule, they lie in `room` until it is used again.
  std::span<const std::int32_t> row(std::int64_t element, std::vector<std::int32_t>& room) const;
  /// Returns a table with all rows.
  LocalTable make_table() const;
  /// Returns the bytes that the map keeps for its rows.
  std::int64_t bytes() const;

  bool operator==(const LocalMap&) const = default;

private:
  std::variant<LocalTable, LineRows> rows_;
};

} // namespace nopal
