#include "driver/services/mesh_access.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/base/suggest.hpp"
#include "driver/mesh/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace nopal {

const LocalSet& MeshAccess::set(const std::string& name) const {
  if (const auto number = mesh_.topology.find_set(name)) return mesh_.local.sets[static_cast<std::size_t>(*number)];
  std::vector<std::string> names;
  for (const MeshSet& each : mesh_.topology.sets) names.push_back(each.name);
  throw Error(fmt::format("no active thorn declares the set \"{}\"{}", name, did_you_mean(name, names)));
}

template <class T>
std::vector<T> MeshAccess::bring(const std::string& set, int components, std::span<const T> block) const {
  const LocalSet& local = this->set(set);
  const ElementBlocks dealt = blocks(set);
  const auto owned = static_cast<std::size_t>(local.owned), width = static_cast<std::size_t>(components);
  NOPAL_ASSERT(std::ssize(block) == dealt.count(rank_in(communicator_)) * components);
  std::vector<std::size_t> order(owned); // by global number
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t element) { return local.numbers[element]; });
  std::vector<std::int64_t> numbers;
  for (const std::size_t element : order) numbers.push_back(local.numbers[element]);
  std::vector<T> values(owned * width), column(block.size() / width);
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t n = 0; n < column.size(); ++n) column[n] = block[n * width + c];
    const std::vector<T> found = fetch(communicator_, dealt, column, numbers);
    for (std::size_t n = 0; n < owned; ++n) values[order[n] * width + c] = found[n];
  }
  return values;
}

std::vector<double> MeshAccess::from_blocks(const std::string& set, int components, std::span<const double> block) {
  return bring(set, components, block);
}

std::vector<std::int64_t> MeshAccess::from_blocks(const std::string& set, int components,
                                                  std::span<const std::int64_t> block) {
  return bring(set, components, block);
}

} // namespace nopal
