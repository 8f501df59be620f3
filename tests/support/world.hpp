#pragma once
// A run of several ranks in one process. Each rank has its own memory, device and Accelerator. The value of each point
// says which point it is and when it was written, so that tests find old data.

#include "core/grid/zones.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/support/hooks.hpp"
#include "tests/support/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <functional>

namespace nopal::test {

struct WorldOptions {
  DomainSpec domain;
  int ranks = 1;
  Index process_grid{0, 0, 0};
  std::function<std::unique_ptr<Device>()> open; ///< empty: no device
  AcceleratorSettings settings;
  std::vector<Routine> routines;
  std::string no_op_hook;
};

inline DomainSpec small_domain(std::array<bool, 3> periodic = {false, false, false}, long ghosts = 1) {
  DomainSpec spec;
  spec.cells = {9, 7, 11};
  spec.periodic = periodic;
  spec.ghosts = ghosts;
  spec.boundary_width = ghosts;
  return spec;
}

class World {
public:
  struct Rank {
    int number;
    ArrayMemory memory;
    std::unique_ptr<Device> device;
    std::vector<std::string> log;
    std::unique_ptr<Accelerator> accelerator; // destroyed before the device: it owns staging buffers there
    std::unique_ptr<Hooks> hooks;
  };

  explicit World(const WorldOptions& options)
      : variables(sample_variables()), routines(options.routines),
        decomposition(Domain(options.domain), options.ranks, options.process_grid) {
    for (int r = 0; r < options.ranks; ++r) {
      ranks.push_back(std::make_unique<Rank>(
          Rank{r, ArrayMemory(variables, decomposition, r), options.open ? options.open() : nullptr, {}, {}, {}}));
      Rank& rank = *ranks.back();
      spaces.emplace_back(variables, decomposition, r);
      const AcceleratorContext context{.variables = &variables,
                                       .routines = &routines,
                                       .spaces = &spaces.back(),
                                       .log = [&rank](const std::string& line) { rank.log.push_back(line); }};
      rank.accelerator = std::make_unique<Accelerator>(context, rank.memory, rank.device.get(), options.settings);
      rank.hooks = std::make_unique<Hooks>(*rank.accelerator, options.no_op_hook);
    }
  }

  void each(const std::function<void(Rank&)>& action) {
    for (auto& rank : ranks) action(*rank);
  }
  Rank& first() { return *ranks.front(); }

  /// Runs a routine that writes the clauses at a place. Values hold the given number.
  void write(const std::vector<Clause>& clauses, Place place, long number) {
    const Routine writer = routine("writer", {}, clauses);
    each([&](Rank& rank) {
      rank.hooks->pre_call_function(writer, place);
      for (const Clause& clause : clauses) fill(rank, clause.slot, clause.region, place, number);
      rank.hooks->post_call_function(writer, place);
    });
  }
  /// Runs a routine that reads the clauses at a place.
  void read(const std::vector<Clause>& clauses, Place place) {
    const Routine reader = routine("reader", clauses, {});
    each([&](Rank& rank) {
      rank.hooks->pre_call_function(reader, place);
      rank.hooks->post_call_function(reader, place);
    });
  }
  void sync(const std::vector<int>& synced) {
    std::vector<const SyncBuffers*> buffers;
    each([&](Rank& rank) { buffers.push_back(&rank.hooks->pre_sync(synced, "t::group")); });
    for (int r = 0; r < static_cast<int>(ranks.size()); ++r)
      for (const auto& message : buffers[r]->messages)
        for (const auto& answer : buffers[message.rank]->messages) {
          if (answer.rank != r) continue;
          ASSERT_EQ(answer.send_bytes, message.receive_bytes);
          std::memcpy(message.receive, answer.send, message.receive_bytes);
        }
    each([](Rank& rank) { rank.hooks->post_sync(); });
  }

  /// Writes values made of number and point at a place, without telling the Accelerator.
  void fill(Rank& rank, Slot slot, Region region, Place place, long number) {
    with_data(rank, slot, place, true, [&](std::byte* data) {
      for_points(rank, slot, region, [&](const Index& point, long element) {
        put(data, slot.variable, element, value(slot.variable, point, number));
      });
    });
  }
  /// Returns how many points of the region do not hold the value made of number and point. 0 is right.
  long wrong(Rank& rank, Slot slot, Region region, Place place, long number) {
    long result = 0;
    with_data(rank, slot, place, false, [&](std::byte* data) {
      for_points(rank, slot, region, [&](const Index& point, long element) {
        if (!holds(data, slot.variable, element, value(slot.variable, point, number))) ++result;
      });
    });
    return result;
  }
  /// Returns the sum over all ranks.
  long wrong(Slot slot, Region region, Place place, long number) {
    long result = 0;
    each([&](Rank& rank) { result += wrong(rank, slot, region, place, number); });
    return result;
  }
  long points(Rank& rank, Region region) {
    long points = 0;
    for (const LaunchBox& part : launch_boxes(decomposition, rank.number, region)) points += part.box.points();
    return points;
  }

  Variables variables;
  std::vector<Routine> routines;
  Decomposition decomposition;
  std::deque<Spaces> spaces; ///< by rank
  std::vector<std::unique_ptr<Rank>> ranks;

private:
  /// Returns the value of a point. An image has the value of its owner.
  double value(int variable, Index point, long number) const {
    const Box& all = decomposition.domain().points();
    if (variables.group_of(variable).kind == GroupKind::gf)
      for (int axis = 0; axis < 3; ++axis)
        if (decomposition.domain().periodic(axis)) {
          const long n = all.extent(axis);
          point[axis] = (point[axis] % n + n) % n;
        }
    return static_cast<double>(number * 1000000 + point[0] + 20 + 100 * (point[1] + 20) + 10000 * (point[2] + 20));
  }
  void put(std::byte* data, int variable, long element, double number) const {
    const Type type = variables.group_of(variable).type;
    std::byte* to = data + static_cast<std::size_t>(element) * size_of(type);
    const double both[2] = {number, -number};
    const auto integer = static_cast<std::int64_t>(number);
    std::memcpy(to, type == Type::integer ? static_cast<const void*>(&integer) : both, size_of(type));
  }
  bool holds(const std::byte* data, int variable, long element, double number) const {
    std::byte should[16];
    put(should, variable, 0, number);
    const std::size_t size = size_of(variables.group_of(variable).type);
    return std::memcmp(data + static_cast<std::size_t>(element) * size, should, size) == 0;
  }
  template <class Action> void for_points(Rank& rank, Slot slot, Region region, const Action& action) {
    const Layout& layout = rank.memory.layout(slot.variable);
    std::vector<LaunchBox> boxes;
    if (variables.group_of(slot.variable).kind == GroupKind::gf)
      boxes = launch_boxes(decomposition, rank.number, region);
    else if (any(region & Region::interior))
      boxes.push_back({layout.box});
    for (const LaunchBox& part : boxes)
      for (long k = part.box.lower[2]; k < part.box.upper[2]; ++k)
        for (long j = part.box.lower[1]; j < part.box.upper[1]; ++j)
          for (long i = part.box.lower[0]; i < part.box.upper[0]; ++i) action(Index{i, j, k}, layout.index(i, j, k));
  }
  /// Calls `action` with the slot's allocation at the place. For a device this is a copy, which is written back if
  /// `change` is true or the device moves.
  void with_data(Rank& rank, Slot slot, Place place, bool change, const std::function<void(std::byte*)>& action) {
    if (place == host_place) {
      action(rank.memory.data(slot));
      return;
    }
    const long size = rank.memory.layout(slot.variable).size;
    std::vector<std::byte> copy(static_cast<std::size_t>(size) * rank.memory.element_size(slot.variable));
    const Piece piece{slot, copy.data(), 0, size};
    rank.device->copy_to_host({&piece, 1});
    action(copy.data());
    if (!change && !rank.device->moves()) return;
    Ticket ticket = 0;
    rank.device->copy_to_device({&piece, 1}, ticket);
    rank.device->wait(ticket);
  }
};

} // namespace nopal::test
