#pragma once
// Carries out `nopal plan`.

#include "core/plan/plan_text.hpp"
#include "driver/plan/epoch_order.hpp"
#include "driver/plan/loops_plan.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/plan/streamed_plan.hpp"
#include "driver/setup/memory.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

struct PlanReport {
  const RunDescription& run;
  DeviceForPlan device;
  std::vector<RunMesh> meshes{};         ///< by rank, as gather_meshes() says; empty: the run has no sets
  std::vector<std::size_t> loop_bytes{}; ///< by rank: what loops over sets need on the device beside dats
  std::vector<Plan> plans{};             ///< by rank
  std::vector<MemoryEstimate> memory{};  ///< by rank
  std::vector<Streaming> streaming{};    ///< by rank; empty: there is no device
  std::vector<StreamedPlan> passes{};    ///< by rank; empty: they do not stream
  EpochsPlan epochs{};                   ///< on the host
  std::optional<EpochOrder> order{};     ///< of the first epoch, if the user asks for it
  std::vector<PlannedLoop> loops{};      ///< of rank 0, if the user asks for them
  MeshPlaces places{};                   ///< of the elements of the loops

  /// Returns the mesh of a rank.
  const RunMesh& mesh(int rank) const { return meshes.empty() ? run.mesh : meshes[static_cast<std::size_t>(rank)]; }
  bool streams() const { return !streaming.empty() && streaming.front().on; }
  /// Returns the iterations that the totals of a plan count: those of the run, or, if it has no limit, the planned
  /// ones.
  std::int64_t iterations(const Plan& plan) const {
    return run.limits.iterations >= 0 ? run.limits.iterations : static_cast<std::int64_t>(plan.walked.size());
  }
};

/// Returns the copies of rank 0 in their order and the totals of every rank.
std::string report_text(const PlanReport& report);
/// Returns the copies and totals of every rank as JSON; docs/plan.md explains the keys.
std::string report_json(const PlanReport& report);

/// Collective; rank 0 prints the plan. The number of ranks that the plan is for may differ from `session.size()`.
void print_plan(const Session& session, const RunDescription& run, const Threads& threads);

} // namespace nopal
