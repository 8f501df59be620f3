#pragma once
// The elements of a mesh that are nearest to the points of tsv.points_at.

#include <nopal/thorn.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace nopal::tsv {

struct NearestElement {
  double square = std::numeric_limits<double>::infinity(); ///< of the distance
  std::int64_t number = -1;                                ///< global; -1: no element has a finite distance
  std::int32_t local = -1;                                 ///< on the process that owns it
  std::int32_t rank = -1;

  /// Of two elements at the same distance the one with the smaller number is nearer.
  bool is_nearer_than(const NearestElement& other) const {
    return square < other.square || (square == other.square && number < other.number);
  }
};

/// For each set (full name) of a dat in tsv.points, the nearest elements point by point. They are the same on all
/// processes.
using NearestElements = std::map<std::string, std::vector<NearestElement>>;

} // namespace nopal::tsv
