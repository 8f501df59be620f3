#include "core/host/block_team.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/openmp_share.hpp"

#include <omp.h>

#include <algorithm>

namespace nopal {

namespace {

/// While this object exists, OpenMP does not adjust the sizes of teams on its own.
class FixedTeams {
public:
  FixedTeams() : before_(omp_get_dynamic()) { omp_set_dynamic(0); }
  ~FixedTeams() { omp_set_dynamic(before_); }
  FixedTeams(const FixedTeams&) = delete;
  FixedTeams& operator=(const FixedTeams&) = delete;

private:
  int before_;
};

class OpenmpThreads final : public HostBackend {
public:
  explicit OpenmpThreads(int members) : members_(std::max(1, members)) {
    traits_.name = "openmp-threads";
    traits_.devices = "cores of this process";
    traits_.library = openmp_text();
    traits_.blocks = "one after the other";
    traits_.threads = "beside each other: an OpenMP team, the same for all blocks of a launch";
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
  void share_work(const std::function<void(int, int)>& work) override { openmp_share(members_, work, failure_); }
  void run_blocks(const HostBlocks& blocks) override {
    team_.start(blocks);
    const int n = static_cast<int>(thread_count(blocks.threads));
    int given = n;
    const FixedTeams fixed;
    // The threads of a team that is too small would wait for ever, so then no block starts.
#pragma omp parallel num_threads(n)
    {
      const int number = omp_get_thread_num();
      if (omp_get_num_threads() == n)
        team_.run(blocks, number);
      else if (number == 0)
        given = omp_get_num_threads();
    }
    if (given != n)
      throw Error(fmt::format("OpenMP gives a team of {} thread{} where a block has {}: raise OMP_THREAD_LIMIT, give "
                              "blocks fewer threads, or choose another accelerator.host",
                              given, given == 1 ? "" : "s", n));
    team_.finish();
  }

  int members_;
  BackendTraits traits_;
  BlockTeam team_;
  FirstFailure failure_;
};

} // namespace

std::unique_ptr<HostBackend> openmp_threads_backend(int threads) { return std::make_unique<OpenmpThreads>(threads); }

} // namespace nopal
