#include "core/host/block_team.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/thread_pool.hpp"

#include <algorithm>

namespace nopal {

namespace {

class Threads final : public HostBackend {
public:
  explicit Threads(int members) : members_(std::max(1, members)) {
    traits_.name = "threads";
    traits_.devices = "cores of this process";
    traits_.library = "std::thread of " + standard_library_text();
    traits_.blocks = "one after the other";
    traits_.threads = "beside each other: threads of the operating system, kept in a pool";
    traits_.index = "argument of the function, a thread's own";
    traits_.shared = "host memory, allocated once";
    traits_.sync = "std::atomic::wait: yields a few times, then sleeps";
    traits_.atomics = "std::atomic_ref";
    traits_.limits.max_threads = max_block_threads;
    traits_.limits.max_shared_bytes = max_block_shared_bytes;
  }
  const BackendTraits& traits() const override { return traits_; }
  int members() const override { return members_; }

private:
  void share_work(const std::function<void(int, int)>& work) override {
    if (members_ == 1) {
      work(0, 1);
      return;
    }
    const auto part = [&](int member) { failure_.guard([&] { work(member, members_); }); };
    pool_.run(members_, std::ref(part));
    failure_.raise();
  }
  void run_blocks(const HostBlocks& blocks) override {
    team_.start(blocks);
    pool_.run(static_cast<int>(thread_count(blocks.threads)), [&](int number) { team_.run(blocks, number); });
    team_.finish();
  }

  int members_;
  BackendTraits traits_;
  BlockTeam team_;
  FirstFailure failure_;
  ThreadPool pool_;
};

} // namespace

std::unique_ptr<HostBackend> threads_backend(int threads) { return std::make_unique<Threads>(threads); }

} // namespace nopal
