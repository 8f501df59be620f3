#pragma once
// Orders of the elements of a set in which elements that are used together lie close to each other. Both functions
// return a permutation: place by place, the element. They need time in proportion to the tables, but for sorting.

#include "core/sets/target_table.hpp"

namespace nopal {

/// A table that makes elements of a set neighbours of each other.
struct NeighbourTable {
  const LocalTable* table = nullptr;
  /// false: rows belong to another set. Elements to which one row leads are neighbours.
  /// true: row k belongs to element k of the set itself. The element and those to which its row leads are neighbours.
  bool own_rows = false;
};

/// Reverse Cuthill-McKee for the elements 0 to n - 1: neighbours get close numbers. The elements of a component stand
/// together. Its search starts far out, and the neighbours of an element are taken by their number of neighbours (one
/// that several rows make a neighbour counts several times), then by their old numbers. Elements without neighbours
/// stand last. Targets outside 0 to n - 1 are left out, and so are own rows from n on.
std::vector<std::int32_t> reverse_cuthill_mckee(std::span<const NeighbourTable> tables, std::int32_t n);

/// Sorts the elements 0 to n - 1 of the set from which tables lead: by the smallest target, then by the second smallest
/// one, and so on; then in the same way by the targets of the next table; then by their old numbers. A row that ends
/// where another one goes on stands first. Each table has at least n rows.
std::vector<std::int32_t> order_by_targets(std::span<const LocalTable* const> tables, std::int32_t n);

} // namespace nopal
