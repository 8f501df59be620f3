#pragma once
// The order in which loops with increments execute the elements of a set. It makes sums of floating-point numbers
// independent of the partition. This code does not use MPI.

#include "core/sets/target_table.hpp"

namespace nopal {

/// Returns the order of execution of the elements 0 to n - 1, as a permutation: place by place, the element.
/// For each element of another set, the elements that lead to it through any of the tables stand in ascending order of
/// their global numbers. An element that leads to it more than once counts once. Apart from that, the order follows
/// `preferred`. An element that must wait for others that have not come yet is taken later: at the end of the first
/// batch of 2048 elements of `preferred` in which it waits no more. `incremented`: the tables through which loops
/// increment, n rows each. `numbers`: the global number of each element, no two equal. `preferred`: a permutation of
/// the elements with good locality.
std::vector<std::int32_t> element_order(std::span<const TargetTable> incremented, std::span<const std::int64_t> numbers,
                                        std::span<const std::int32_t> preferred);

} // namespace nopal
