#pragma once
// A space that is no grid: each process owns a range of points, and its ghosts are a list of other processes' points.

#include "core/accelerator/accelerator.hpp"
#include "driver/storage/storage.hpp"
#include "tests/support/group.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace nopal::test {

/// The space as one process sees it. Its own points come first in memory, then its ghosts.
struct ListSpace {
  Space space;
  std::vector<long> global; ///< number of each stored point in the whole space
};

inline std::pair<long, long> owned_range(long points, int process, int processes) {
  return {points * process / processes, points * (process + 1) / processes};
}

/// Returns every third point that the process does not own, in an irregular order.
inline std::vector<long> ghosts_of(long points, int process, int processes) {
  const auto [first, end] = owned_range(points, process, processes);
  std::vector<long> result;
  for (long n = 0; n < points; ++n) {
    const long point = (7 * n + 3) % points;
    if ((point < first || point >= end) && (point + process) % 3 == 0) result.push_back(point);
  }
  return result;
}

/// Makes the space as `process` sees it. `points` must not be a multiple of 7.
inline ListSpace list_space(long points, int process, int processes) {
  const auto [first, end] = owned_range(points, process, processes);
  ListSpace result;
  for (long point = first; point < end; ++point) result.global.push_back(point);
  const std::vector<long> ghosts = ghosts_of(points, process, processes);
  result.global.insert(result.global.end(), ghosts.begin(), ghosts.end());
  ExchangePlan plan;
  for (int other = 0; other < processes; ++other) {
    if (other == process) continue;
    const auto [other_first, other_end] = owned_range(points, other, processes);
    std::vector<long> receive, send;
    for (std::size_t n = 0; n < ghosts.size(); ++n)
      if (ghosts[n] >= other_first && ghosts[n] < other_end) receive.push_back(end - first + static_cast<long>(n));
    for (const long point : ghosts_of(points, other, processes))
      if (point >= first && point < end) send.push_back(point - first);
    Neighbour neighbour;
    neighbour.rank = other;
    neighbour.receive_points = static_cast<long>(receive.size());
    neighbour.send_points = static_cast<long>(send.size());
    neighbour.receive.push_back({.ghosts = IndexSet::listed(receive)});
    neighbour.send.push_back({.source = IndexSet::listed(send)});
    plan.neighbours.push_back(neighbour);
  }
  const Box own = IndexSet::range(0, end - first);
  const Layout layout = array_layout({static_cast<long>(result.global.size()), 1, 1});
  result.space = {.parts = {Geometry(layout, own, own)},
                  .exchange = plan,
                  .regions = Region::interior | Region::ghosts,
                  .points = points};
  return result;
}

/// A process with one variable of two timelevels on such a space.
class ListProcess {
public:
  ListProcess(long points, int process, int processes, std::unique_ptr<Device> device)
      : list_(list_space(points, process, processes)), device_(std::move(device)) {
    variables_.add_group(group("t::flow", GroupKind::gf, Type::real, 2), {"q"});
    spaces_ = std::make_unique<Spaces>(std::vector<Space>{list_.space}, std::vector<int>{0});
    storage_ = std::make_unique<Storage>(variables_, *spaces_);
    const AcceleratorContext context{.variables = &variables_, .routines = &routines_, .spaces = spaces_.get()};
    accelerator_ = std::make_unique<Accelerator>(context, *storage_, device_.get(), AcceleratorSettings{});
    accelerator_->init();
  }

  /// Writes new values to the process's own points of timelevel 0 at the place.
  void write(Place place, long number) {
    accelerator_->require_invalid_data({interior_}, place);
    std::vector<double> values(list_.global.size(), -1);
    for (std::size_t n = 0; n < static_cast<std::size_t>(list_.space.parts[0].owned().points()); ++n)
      values[n] = value(n, number);
    auto* bytes = reinterpret_cast<std::byte*>(values.data());
    if (place == host_place) {
      std::copy_n(bytes, values.size() * sizeof(double), storage_->data({0, 0}));
    } else {
      const Piece piece{{0, 0}, bytes, 0, static_cast<long>(values.size())};
      Ticket ticket = 0;
      device_->copy_to_device({&piece, 1}, ticket);
      device_->wait(ticket);
    }
    accelerator_->notify_data_modified({interior_}, place);
  }
  const SyncBuffers& pre_sync() { return accelerator_->pre_sync({0}, "the test"); }
  void post_sync() { accelerator_->post_sync(); }
  void cycle() { accelerator_->cycle(); }
  /// Brings all stored points to the host. Returns how many of them do not hold their owner's value of this number; 0
  /// is right.
  long wrong(int timelevel, long number) {
    accelerator_->require_valid_data({{{0, timelevel}, Region::everywhere, {}}}, host_place, "the test");
    const auto* values = reinterpret_cast<const double*>(storage_->data({0, timelevel}));
    long result = 0;
    for (std::size_t n = 0; n < list_.global.size(); ++n)
      if (values[n] != value(n, number)) ++result;
    return result;
  }
  long ghosts() const { return list_.space.parts[0].points(Region::ghosts); }
  const Counters& counters() const { return accelerator_->counters(); }

private:
  double value(std::size_t n, long number) const { return static_cast<double>(1000 * number + list_.global[n]) + 0.5; }

  ListSpace list_;
  Clause interior_{{0, 0}, Region::interior, {}};
  std::unique_ptr<Device> device_;
  Variables variables_;
  std::vector<Routine> routines_;
  std::unique_ptr<Spaces> spaces_;
  std::unique_ptr<Storage> storage_;
  std::unique_ptr<Accelerator> accelerator_;
};

} // namespace nopal::test
