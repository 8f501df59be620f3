#pragma once
// Topological order with deterministic ties.

#include <utility>
#include <vector>

namespace nopal {

struct Order {
  std::vector<int> sequence; ///< all nodes; those in or behind a cycle come last, by number
  std::vector<int> cycle;    ///< a shortest one through its smallest node, that node first; empty where there is none
};

/// Orders nodes 0..n-1 so that `first` stands before `second` of every edge; of those that may come next,
/// the smallest does.
Order topological_order(int n, const std::vector<std::pair<int, int>>& edges);

} // namespace nopal
