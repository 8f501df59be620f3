#pragma once
// The items of the group in which a thorn's method integrates in time (core/declarations/methods.hpp), by what they do.

#include "core/base/error.hpp"
#include "core/schedule/tree.hpp"

#include <vector>

namespace nopal {

/// Places in the tree; -1: there is no such item.
struct StepItems {
  std::vector<std::vector<int>> updates; ///< for each stage, in their order, the items that compute it
  int rates = -1;                        ///< computes right-hand sides
  int post = -1;                         ///< completes a state
  int trial = -1;                        ///< the loop in which a step is tried; the four items below are in it
  int error = -1;
  int judge = -1;
  int again = -1;
  std::vector<int> again_updates; ///< the items that compute the first stage again
};

/// Whether the item is the group in which a method of its thorn runs.
bool is_step(const ItemTree& tree, int item);

/// The items of such a group. Adds an error for each item that does not belong there.
StepItems step_items(const ItemTree& tree, int step, ErrorList& errors);

} // namespace nopal
