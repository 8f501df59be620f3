// The host backends whose blocks have a team of threads of the operating system: `threads` and `openmp-threads`.

#include "core/host/block_team.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/lone_blocks.hpp"
#include "core/host/openmp_team.hpp"
#include "core/host/team_traits.hpp"
#include "core/host/thread_pool.hpp"

#include <utility>

namespace nopal {

namespace {

/// The threads of a pool.
class PoolThreads {
public:
  template <class Work> void call_members(int n, const Work& work) { pool_.invite(n, work); }
  template <class Work> void run(int n, const Work& work) { pool_.run(n, std::ref(work)); }

private:
  ThreadPool pool_;
};

/// A team of OpenMP.
class OpenmpThreads {
public:
  template <class Work> void call_members(int n, const Work& work) { openmp_members(n, work); }
  template <class Work> void run(int n, const Work& work) { openmp_team(n, work); }
};

template <class Threads> class TeamBackend final : public HostBackend {
public:
  TeamBackend(BackendTraits traits, int members)
      : HostBackend(with_team(std::move(traits)), members), lone_blocks_(this->members()) {}

private:
  static BackendTraits with_team(BackendTraits traits) {
    traits.blocks = "blocks with one thread: shared among the threads; others: one after the other";
    return traits;
  }
  void call_members(const std::function<void(int)>& work) override { threads_.call_members(members(), work); }
  void run_blocks(const HostBlocks& blocks) override {
    const int n_threads = static_cast<int>(thread_count(blocks.threads));
    if (n_threads == 1) {
      share_parts(blocks.n_blocks, lone_blocks_.parts(blocks));
      return;
    }
    team_.start(blocks);
    threads_.run(n_threads, [&](int number) { team_.run(blocks, {0, blocks.n_blocks}, number); });
    failure_.raise();
  }

  LoneBlocks lone_blocks_;
  FirstFailure failure_;
  BlockTeam team_{failure_};
  Threads threads_;
};

} // namespace

std::unique_ptr<HostBackend> threads_backend(int threads) {
  BackendTraits traits = team_traits("threads", "std::thread of " + standard_library_text());
  traits.threads = "at the same time: threads of the operating system, kept in a pool";
  return std::make_unique<TeamBackend<PoolThreads>>(std::move(traits), threads);
}

std::unique_ptr<HostBackend> openmp_threads_backend(int threads) {
  BackendTraits traits = team_traits("openmp-threads", openmp_text());
  traits.threads = "at the same time: an OpenMP team, the same for all blocks of a launch";
  return std::make_unique<TeamBackend<OpenmpThreads>>(std::move(traits), threads);
}

} // namespace nopal
