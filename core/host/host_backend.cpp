#include "core/host/host_backend.hpp"

#include "core/base/assert.hpp"
#include "core/host/arithmetic.hpp"
#include "core/host/signal_stack.hpp"

#include <algorithm>
#include <utility>

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

BackendTraits host_traits(std::string name, std::string library, long max_threads) {
  BackendTraits traits;
  traits.name = std::move(name);
  traits.library = std::move(library);
  traits.shared = "host memory, allocated once";
  traits.atomics = "std::atomic_ref";
  traits.limits.max_threads = max_threads;
  traits.limits.max_shared_bytes = max_block_shared_bytes;
  return traits;
}

HostBackend::HostBackend(BackendTraits traits, int members)
    : traits_(std::move(traits)), members_(std::max(1, members)), shares_(members_) {}

void HostBackend::share(long n, const PartsFunction& work) {
  const Occupied occupied(busy_);
  share_parts(n, work);
}

void HostBackend::share_parts(long n, const PartsFunction& work) {
  if (n <= 0) return;
  use_signal_stack();
  if (members_ == 1 || n == 1) {
    const UsualArithmetic usual;
    work(0, 0, n);
    return;
  }
  const long group = n / max_shared_parts + 1;
  shares_.deal((n + group - 1) / group);
  // A function that has changed its arithmetic may launch a kernel, or start the threads: the bits must not depend on
  // it.
  const auto take_all = [&](int member) {
    use_signal_stack();
    const UsualArithmetic usual;
    failure_.guard([&] {
      while (const auto groups = shares_.take(member))
        work(member, groups->first * group, std::min(n, groups->last * group));
    });
    if (failure_) shares_.drop();
  };
  call_members(std::ref(take_all)); // by reference: a copy could need an allocation
  failure_.raise();
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
