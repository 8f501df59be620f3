#include "core/tiles/tile_queue.hpp"

namespace nopal {

TileQueue::TileQueue(const Index& n)
    : n_(n), missing_(static_cast<std::size_t>(n[0] * n[1] * n[2])), left_(n[0] * n[1] * n[2]) {
  long tile = 0;
  for (long k = 0; k < n[2]; ++k)
    for (long j = 0; j < n[1]; ++j)
      for (long i = 0; i < n[0]; ++i)
        missing_[static_cast<std::size_t>(tile++)] =
            static_cast<char>((i > 0 ? 1 : 0) + (j > 0 ? 1 : 0) + (k > 0 ? 1 : 0));
  if (left_ > 0) ready_.insert(0);
}

void TileQueue::finish(long tile) {
  --left_;
  const Index at{tile % n_[0], tile / n_[0] % n_[1], tile / (n_[0] * n_[1])};
  long stride = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const long next = tile + stride;
    if (at[axis] + 1 < n_[axis] && --missing_[static_cast<std::size_t>(next)] == 0) ready_.insert(next);
    stride *= n_[axis];
  }
}

std::optional<long> TileQueue::next(std::optional<long> done) {
  std::unique_lock lock(mutex_);
  if (done) {
    finish(*done);
    changed_.notify_all();
  }
  changed_.wait(lock, [&] { return cancelled_ || left_ == 0 || !ready_.empty(); });
  if (cancelled_ || ready_.empty()) return std::nullopt;
  auto taken = done ? ready_.find(*done + 1) : ready_.begin();
  if (taken == ready_.end()) taken = ready_.begin();
  const long tile = *taken;
  ready_.erase(taken);
  return tile;
}

void TileQueue::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  changed_.notify_all();
}

} // namespace nopal
