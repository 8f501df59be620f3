#include "core/host/host_backend.hpp"

#include "core/base/assert.hpp"

namespace nopal {

namespace {

/// Asserts that the backend runs only one thing at a time.
class Occupied {
public:
  explicit Occupied(std::atomic<bool>& busy) : busy_(busy) { NOPAL_ASSERT(!busy_.exchange(true)); }
  ~Occupied() { busy_.store(false); }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

private:
  std::atomic<bool>& busy_;
};

} // namespace

void HostBackend::share(const std::function<void(int member, int n_members)>& work) {
  const Occupied occupied(busy_);
  share_work(work);
}

void HostBackend::run(const HostBlocks& blocks) {
  const Occupied occupied(busy_);
  NOPAL_ASSERT(blocks.n_blocks >= 0);
  for (const long extent : blocks.threads) NOPAL_ASSERT(extent >= 1 && extent <= traits().limits.max_threads);
  NOPAL_ASSERT(thread_count(blocks.threads) <= traits().limits.max_threads);
  NOPAL_ASSERT(blocks.shared_bytes <= traits().limits.max_shared_bytes);
  if (blocks.n_blocks > 0) run_blocks(blocks);
}

} // namespace nopal
