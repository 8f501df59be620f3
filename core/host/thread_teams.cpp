// The host backends whose blocks have a team of threads of the operating system: `threads` and `openmp-threads`.

#include "core/host/block_team.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/openmp_share.hpp"
#include "core/host/thread_pool.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

namespace {

/// The threads of a pool.
class PoolThreads {
public:
  template <class Work> void share(int n, const Work& work, FirstFailure& failure) {
    if (n == 1) {
      work(0, 1);
      return;
    }
    const auto part = [&](int member) { failure.guard([&] { work(member, n); }); };
    pool_.run(n, std::ref(part));
    failure.raise();
  }
  template <class Work> void run(int n, const Work& work) { pool_.run(n, std::ref(work)); }

private:
  ThreadPool pool_;
};

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

/// A team of OpenMP.
class OpenmpThreads {
public:
  template <class Work> void share(int n, const Work& work, FirstFailure& failure) { openmp_share(n, work, failure); }
  template <class Work> void run(int n, const Work& work) {
    int given = n;
    const FixedTeams fixed;
    // The threads of a team that is too small would wait for ever, so then no block starts.
#pragma omp parallel num_threads(n)
    {
      const int number = omp_get_thread_num();
      if (omp_get_num_threads() == n)
        work(number);
      else if (number == 0)
        given = omp_get_num_threads();
    }
    if (given != n)
      throw Error(fmt::format("a block has {} threads, but OpenMP gives only {}: raise OMP_THREAD_LIMIT, give "
                              "blocks fewer threads, or choose another accelerator.host",
                              n, given));
  }
};

template <class Threads> class TeamBackend final : public HostBackend {
public:
  TeamBackend(int members, BackendTraits traits) : members_(std::max(1, members)), traits_(std::move(traits)) {
    traits_.devices = "cores of this process";
    traits_.blocks = "one after the other";
    traits_.index = "argument of the function, different for each thread";
    traits_.shared = "host memory, allocated once";
    traits_.sync = "std::atomic::wait: yields a few times, then sleeps";
    traits_.atomics = "std::atomic_ref";
    traits_.limits.max_threads = max_block_threads;
    traits_.limits.max_shared_bytes = max_block_shared_bytes;
  }
  const BackendTraits& traits() const override { return traits_; }
  int members() const override { return members_; }

private:
  void share_work(const std::function<void(int, int)>& work) override { threads_.share(members_, work, failure_); }
  void run_blocks(const HostBlocks& blocks) override {
    team_.start(blocks);
    threads_.run(static_cast<int>(thread_count(blocks.threads)), [&](int number) { team_.run(blocks, number); });
    team_.finish();
  }

  int members_;
  BackendTraits traits_;
  BlockTeam team_;
  FirstFailure failure_;
  Threads threads_;
};

} // namespace

std::unique_ptr<HostBackend> threads_backend(int threads) {
  BackendTraits traits;
  traits.name = "threads";
  traits.library = "std::thread of " + standard_library_text();
  traits.threads = "at the same time: threads of the operating system, kept in a pool";
  return std::make_unique<TeamBackend<PoolThreads>>(threads, std::move(traits));
}

std::unique_ptr<HostBackend> openmp_threads_backend(int threads) {
  BackendTraits traits;
  traits.name = "openmp-threads";
  traits.library = openmp_text();
  traits.threads = "at the same time: an OpenMP team, the same for all blocks of a launch";
  return std::make_unique<TeamBackend<OpenmpThreads>>(threads, std::move(traits));
}

} // namespace nopal
