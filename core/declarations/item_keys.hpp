#pragma once
// The table of the keys of a schedule item. The reader and docs/thorn-reference.md use it.

#include "core/yaml/fields.hpp"

#include <span>
#include <string>
#include <string_view>

namespace nopal {

/// Kinds of items, as bits. A kernel with `launched_by:` is a kind of its own.
enum ItemKinds : unsigned {
  kernels = 1,
  launched_kernels = 2,
  functions = 4,
  groups = 8,
  any_kernel = kernels | launched_kernels,
  routines = any_kernel | functions,
  scheduled = kernels | functions | groups,
  all_items = routines | groups
};

struct ItemKey {
  std::string_view key;
  unsigned items;                 ///< ItemKinds that may have it
  std::string_view value;         ///< type of the value, for people
  std::string_view documentation; ///< Markdown, one line
};

/// All keys, in the order of the documentation.
std::span<const ItemKey> item_keys();

/// Adds an error for each key of the item that its kind may not have, and makes all keys of the table known to
/// `fields`.
void check_item_keys(yaml::Fields& fields, ItemKinds kind);

/// The table in Markdown, for docs/thorn-reference.md.
std::string item_key_table();

} // namespace nopal
