// The host backends whose blocks have one thread: `serial` and `openmp-blocks`.

#include "core/host/block_memory.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/openmp_share.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace nopal {

namespace {

/// The barrier of a block with one thread: it never waits.
class LoneBarrier final : public BlockBarrier {
public:
  void wait() override {}
};

class LoneThreads final : public HostBackend {
public:
  LoneThreads(int members, BackendTraits traits) : traits_(std::move(traits)), memories_(std::max(1, members)) {
    traits_.threads = "a block has one thread";
    traits_.index = "argument of the function, always 0";
    traits_.sync = "nothing to wait for";
    traits_.atomics = "std::atomic_ref";
    traits_.limits.max_threads = 1;
    traits_.limits.max_shared_bytes = max_block_shared_bytes;
  }
  const BackendTraits& traits() const override { return traits_; }
  int members() const override { return static_cast<int>(memories_.size()); }

private:
  void share_work(const std::function<void(int, int)>& work) override { openmp_share(members(), work, failure_); }
  void run_blocks(const HostBlocks& blocks) override {
    const long n = blocks.n_blocks;
    // n * member may be too large for a long, so this uses quotient and remainder.
    const auto first = [n](long member, long n_members) {
      return n / n_members * member + std::min(member, n % n_members);
    };
    const auto part = [&](int member, int n_members) {
      LoneBarrier barrier;
      const BlockThread thread{{0, 0, 0}, memories_[member].memory.of(blocks.shared_bytes), &barrier};
      const long last = first(member + 1, n_members);
      for (long block = first(member, n_members); block < last && !failure_; ++block) blocks.run(block, thread);
    };
    openmp_share(static_cast<int>(std::min<long>(members(), n)), part, failure_);
  }

  /// The memory of one member. Each is on its own cache line.
  struct alignas(64) Own {
    BlockMemory memory;
  };
  BackendTraits traits_;
  std::vector<Own> memories_;
  FirstFailure failure_;
};

} // namespace

std::unique_ptr<HostBackend> serial_backend() {
  BackendTraits traits;
  traits.name = "serial";
  traits.devices = "one core of this process";
  traits.library = standard_library_text();
  traits.blocks = "one after the other";
  traits.shared = "host memory, allocated once";
  return std::make_unique<LoneThreads>(1, std::move(traits));
}

std::unique_ptr<HostBackend> openmp_blocks_backend(int threads) {
  BackendTraits traits;
  traits.name = "openmp-blocks";
  traits.devices = "cores of this process";
  traits.library = openmp_text();
  traits.blocks = "divided evenly among the OpenMP threads";
  traits.shared = "host memory, allocated once for each OpenMP thread";
  return std::make_unique<LoneThreads>(threads, std::move(traits));
}

} // namespace nopal
