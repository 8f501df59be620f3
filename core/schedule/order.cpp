#include "core/schedule/order.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace nopal {

namespace {

using Successors = std::vector<std::vector<int>>;

// Searches breadth first for a path from `start` back to itself; empty: there is none.
std::vector<int> cycle_through(int start, const Successors& successors) {
  std::vector<int> came_from(successors.size(), -1);
  std::queue<int> front;
  front.push(start);
  while (!front.empty()) {
    const int node = front.front();
    front.pop();
    for (const int next : successors[node]) {
      if (next == start) {
        std::vector<int> cycle;
        for (int back = node; back != start; back = came_from[back]) cycle.push_back(back);
        cycle.push_back(start);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (came_from[next] < 0) {
        came_from[next] = node;
        front.push(next);
      }
    }
  }
  return {};
}

} // namespace

Order topological_order(int n, const std::vector<std::pair<int, int>>& edges) {
  Successors successors(n);
  std::vector<int> waiting_for(n, 0);
  for (const auto& [first, second] : edges) {
    successors[first].push_back(second);
    ++waiting_for[second];
  }
  for (std::vector<int>& of_one : successors) std::sort(of_one.begin(), of_one.end());

  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int node = 0; node < n; ++node)
    if (waiting_for[node] == 0) ready.push(node);

  Order order;
  while (!ready.empty()) {
    const int node = ready.top();
    ready.pop();
    order.sequence.push_back(node);
    for (const int next : successors[node])
      if (--waiting_for[next] == 0) ready.push(next);
  }
  if (static_cast<int>(order.sequence.size()) == n) return order;

  for (int node = 0; node < n; ++node) {
    if (waiting_for[node] == 0) continue;
    order.sequence.push_back(node);
    if (order.cycle.empty()) order.cycle = cycle_through(node, successors);
  }
  return order;
}

} // namespace nopal
