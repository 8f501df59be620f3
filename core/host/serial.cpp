#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/lone_threads.hpp"

namespace nopal {

namespace {

class Serial final : public HostBackend {
public:
  Serial() {
    traits_.name = "serial";
    traits_.devices = "one core of this process";
    traits_.library = standard_library_text();
    traits_.blocks = "one after the other";
    traits_.threads = "a block has one thread";
    traits_.index = "argument of the function; the thread's is 0";
    traits_.shared = "host memory, allocated once";
    traits_.sync = "nothing to wait for";
    traits_.atomics = "std::atomic_ref";
    traits_.limits.max_threads = 1;
    traits_.limits.max_shared_bytes = max_block_shared_bytes;
  }
  const BackendTraits& traits() const override { return traits_; }
  int members() const override { return 1; }

private:
  void share_work(const std::function<void(int, int)>& work) override { work(0, 1); }
  void run_blocks(const HostBlocks& blocks) override {
    run_lone_threads(blocks, 0, blocks.n_blocks, memory_, [] { return false; });
  }

  BackendTraits traits_;
  BlockMemory memory_;
};

} // namespace

std::unique_ptr<HostBackend> serial_backend() { return std::make_unique<Serial>(); }

} // namespace nopal
