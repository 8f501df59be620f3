// The host backend `openmp-teams`: a league of teams (OpenMP's `teams`) shares the blocks of a launch, and the threads
// of a block are a parallel region in its team. This is what alpaka's OpenMP 4 backend does.

#include "core/host/block_team.hpp"
#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/openmp_team.hpp"
#include "core/host/team_traits.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace nopal {

namespace {

BackendTraits traits_of_teams() {
  BackendTraits traits = team_traits("openmp-teams", openmp_text());
  traits.blocks = "divided evenly among the teams of a league; libgomp runs teams one after the other";
  traits.threads = "at the same time: a parallel region in the team of the block";
  traits.shared = "host memory, allocated once for each team";
  return traits;
}

class OpenmpTeams final : public HostBackend {
public:
  explicit OpenmpTeams(int members) : HostBackend(traits_of_teams(), members) {
    for (int team = 0; team < this->members(); ++team) teams_.push_back(std::make_unique<BlockTeam>(failure_));
  }

private:
  void call_members(const std::function<void(int)>& work) override { openmp_members(members(), work); }

  void run_blocks(const HostBlocks& blocks) override {
    const int n_teams = static_cast<int>(std::min<long>(members(), blocks.n_blocks));
    const int n_threads = static_cast<int>(thread_count(blocks.threads));
#pragma omp teams num_teams(n_teams) thread_limit(n_threads)
    failure_.guard([&] { run_team(blocks, n_threads, omp_get_team_num(), omp_get_num_teams()); });
    failure_.raise();
  }

  /// Runs the blocks of one team. There may be fewer teams than asked for.
  void run_team(const HostBlocks& blocks, int n_threads, int number, int n_teams) {
    if (failure_) return;
    BlockTeam& team = *teams_[static_cast<std::size_t>(number)];
    team.start(blocks);
    const PartRange range = share_of(number, n_teams, blocks.n_blocks);
    openmp_team(n_threads, [&](int thread) { team.run(blocks, range, thread); });
  }

  FirstFailure failure_;
  std::vector<std::unique_ptr<BlockTeam>> teams_; ///< one for each team of the league
};

} // namespace

std::unique_ptr<HostBackend> openmp_teams_backend(int threads) { return std::make_unique<OpenmpTeams>(threads); }

} // namespace nopal
