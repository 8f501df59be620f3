#include "driver/services/mesh_access.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/base/suggest.hpp"
#include "driver/mesh/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace nopal {

namespace {

/// Throws the Error about a name that none of `declared` has. `what`: "set" or "map".
template <class Declared>
[[noreturn]] void throw_unknown(const char* what, const std::string& name, const Declared& declared) {
  std::vector<std::string> names;
  for (const auto& each : declared) names.push_back(each.name);
  throw Error(fmt::format("no active thorn declares the {} \"{}\"{}", what, name, did_you_mean(name, names)));
}

} // namespace

const LocalSet& MeshAccess::set(const std::string& name) const {
  if (const auto number = mesh_.topology.find_set(name)) return mesh_.local.sets[static_cast<std::size_t>(*number)];
  throw_unknown("set", name, mesh_.topology.sets);
}

template <class T>
std::vector<T> MeshAccess::bring(const std::string& set, int components, std::span<const T> block) const {
  const LocalSet& local = this->set(set);
  if (watch_ != nullptr)
    watch_->about_to(fmt::format("brings blocks of {} components of the set {} (from_blocks)", components, set));
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

template <class T>
std::vector<T> MeshAccess::deal(const std::string& set, int components, std::span<const T> owned) const {
  const LocalSet& local = this->set(set);
  if (watch_ != nullptr)
    watch_->about_to(fmt::format("deals {} components of the set {} (to_blocks)", components, set));
  const ElementBlocks dealt = blocks(set);
  const auto width = static_cast<std::size_t>(components);
  const int rank = rank_in(communicator_);
  NOPAL_ASSERT(std::ssize(owned) == std::int64_t{local.owned} * components);
  std::vector<std::vector<std::int64_t>> numbers(static_cast<std::size_t>(dealt.processes));
  std::vector<std::vector<T>> values(numbers.size());
  for (std::size_t n = 0; n < static_cast<std::size_t>(local.owned); ++n) {
    const auto to = static_cast<std::size_t>(dealt.process_of(local.numbers[n]));
    const auto of_element = owned.subspan(n * width, width);
    numbers[to].push_back(local.numbers[n]);
    values[to].insert(values[to].end(), of_element.begin(), of_element.end());
  }
  const Routed<std::int64_t> places = route(communicator_, numbers);
  const Routed<T> arrived = route(communicator_, values);
  std::vector<T> block(static_cast<std::size_t>(dealt.count(rank)) * width);
  for (std::size_t n = 0; n < places.values.size(); ++n)
    std::copy_n(arrived.values.begin() + static_cast<std::ptrdiff_t>(n * width), width,
                block.begin() + (places.values[n] - dealt.first(rank)) * components);
  return block;
}

std::vector<double> MeshAccess::from_blocks(const std::string& set, int components, std::span<const double> block) {
  return bring(set, components, block);
}

std::vector<std::int64_t> MeshAccess::from_blocks(const std::string& set, int components,
                                                  std::span<const std::int64_t> block) {
  return bring(set, components, block);
}

std::vector<double> MeshAccess::to_blocks(const std::string& set, int components, std::span<const double> owned) {
  return deal(set, components, owned);
}

std::vector<std::int64_t> MeshAccess::to_blocks(const std::string& set, int components,
                                                std::span<const std::int64_t> owned) {
  return deal(set, components, owned);
}

MapTable MeshAccess::owned_rows(const std::string& name) const {
  const auto number = mesh_.topology.find_map(name);
  if (!number) throw_unknown("map", name, mesh_.topology.maps);
  const MeshMap& map = mesh_.topology.maps[static_cast<std::size_t>(*number)];
  const LocalMap& local = mesh_.local.maps[static_cast<std::size_t>(*number)];
  const LocalSet& from = mesh_.local.sets[static_cast<std::size_t>(map.from)];
  const LocalSet& to = mesh_.local.sets[static_cast<std::size_t>(map.to)];
  std::vector<std::int64_t> targets, offsets{0};
  std::vector<std::int32_t> room;
  for (std::int64_t element = 0; element < from.owned; ++element) {
    for (const std::int32_t target : local.row(element, room))
      targets.push_back(to.numbers[static_cast<std::size_t>(target)]);
    offsets.push_back(std::ssize(targets));
  }
  if (map.arity > 0) return {map.arity, std::move(targets)};
  return {std::move(offsets), std::move(targets)};
}

} // namespace nopal
