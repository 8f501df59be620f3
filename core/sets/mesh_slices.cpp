#include "core/sets/mesh_slices.hpp"

#include <algorithm>

namespace nopal {

int ElementBlocks::process_of(std::int64_t element) const {
  const std::int64_t least = elements / processes, more = elements % processes;
  if (element < more * (least + 1)) return static_cast<int>(element / (least + 1));
  return static_cast<int>(more + (element - more * (least + 1)) / std::max<std::int64_t>(least, 1));
}

} // namespace nopal
