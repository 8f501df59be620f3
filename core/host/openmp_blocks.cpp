#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/lone_threads.hpp"
#include "core/host/openmp_share.hpp"

#include <algorithm>
#include <vector>

namespace nopal {

namespace {

class OpenmpBlocks final : public HostBackend {
public:
  explicit OpenmpBlocks(int threads) : threads_(std::max(1, threads)), memories_(threads_) {
    traits_.name = "openmp-blocks";
    traits_.devices = "cores of this process";
    traits_.library = openmp_text();
    traits_.blocks = "shared out evenly among OpenMP threads";
    traits_.threads = "a block has one thread";
    traits_.index = "argument of the function; the thread's is 0";
    traits_.shared = "host memory, allocated once an OpenMP thread";
    traits_.sync = "nothing to wait for";
    traits_.atomics = "std::atomic_ref";
    traits_.limits.max_threads = 1;
    traits_.limits.max_shared_bytes = max_block_shared_bytes;
  }
  const BackendTraits& traits() const override { return traits_; }
  int members() const override { return threads_; }

private:
  void share_work(const std::function<void(int, int)>& work) override { openmp_share(threads_, work, failure_); }
  void run_blocks(const HostBlocks& blocks) override {
    const long n = blocks.n_blocks;
    // n * member may be too large for a long, so this uses quotient and remainder.
    const auto first = [n](long member, long n_members) {
      return n / n_members * member + std::min(member, n % n_members);
    };
    const auto part = [&](int member, int n_members) {
      run_lone_threads(blocks, first(member, n_members), first(member + 1, n_members), memories_[member].memory,
                       [this] { return static_cast<bool>(failure_); });
    };
    openmp_share(static_cast<int>(std::min<long>(threads_, n)), std::ref(part), failure_);
  }

  /// The memory of one member. Each is on its own cache line.
  struct alignas(64) Own {
    BlockMemory memory;
  };
  int threads_;
  BackendTraits traits_;
  std::vector<Own> memories_;
  FirstFailure failure_;
};

} // namespace

std::unique_ptr<HostBackend> openmp_blocks_backend(int threads) { return std::make_unique<OpenmpBlocks>(threads); }

} // namespace nopal
