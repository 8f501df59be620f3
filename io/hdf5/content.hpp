#pragma once
// What one output writes.

#include "meshes.hpp"
#include "rows.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nopal::hdf5 {

/// The table of a map that a shown mesh needs.
struct Table {
  std::string map;  ///< full name
  std::string from; ///< full name of the set that it leads from
  std::string to;
  Rows rows; ///< empty if another file holds the table
};

struct Content {
  std::vector<Slot> slots;
  std::map<int, Rows> dats; ///< by variable
  std::vector<ShownMesh> meshes;
  std::vector<Table> tables;
  /// The iteration whose file holds the tables. Tables do not change, so the first output of a run writes them, and
  /// later ones link to its file.
  std::int64_t tables_at = 0;
  bool holds_tables = true;

  /// Returns whether the current values of a variable are written.
  bool has(int variable) const;
};

/// Collects the values of dats and maps in the order of the file. `tables_at`: the iteration whose file holds the
/// tables; empty: this one does. Collective.
std::shared_ptr<const Content> content_of(Call& call, std::vector<Slot> slots, std::optional<std::int64_t> tables_at);

} // namespace nopal::hdf5
