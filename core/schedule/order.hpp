#pragma once
// Topological order. Ties are broken by number, so the result is always the same.

#include <utility>
#include <vector>

namespace nopal {

struct Order {
  std::vector<int> sequence; ///< all nodes; nodes in or after a cycle are last, by number
  std::vector<int> cycle;    ///< a shortest cycle, its smallest node first; empty: none
};

/// Orders the nodes 0 to n-1. For every edge, `first` comes before `second`. If several nodes can come next, the
/// smallest does.
Order topological_order(int n, const std::vector<std::pair<int, int>>& edges);

} // namespace nopal
