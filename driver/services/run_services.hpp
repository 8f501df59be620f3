#pragma once
// The services that a run offers to its thorns.

#include "core/thorn/services.hpp"
#include "driver/control/control.hpp"
#include "driver/services/mesh_access.hpp"
#include "driver/services/mpi_collective.hpp"
#include "driver/services/output_findings.hpp"
#include "driver/services/time_step.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/run_description.hpp"

#include <set>
#include <string>

namespace nopal {

class RunServices final : public Services {
public:
  /// All arguments but the path of the output folder must outlive this object. time_step: null if it is fixed. watch:
  /// null if nobody compares what the ranks do.
  RunServices(const Session& session, const RunDescription& run, Reductions& reductions, DataHooks& data,
              TimeStepControl* time_step, std::string output_folder, CollectiveWatch* watch)
      : session_(session), run_(run), reductions_(reductions), data_(data), time_step_(time_step),
        output_folder_(std::move(output_folder)), watch_(watch), collective_(session.communicator(), watch),
        mesh_(session.communicator(), run.mesh, watch),
        output_findings_(session, run.description.variables, run.description.parameters, run.uses_grid()) {}

  const Variables& variables() const override { return run_.description.variables; }
  const Parameters& parameters() const override { return run_.description.parameters; }
  const Decomposition& decomposition() const override { return *run_.decomposition; }
  Collective& collective() const override { return collective_; }
  Reductions& reductions() override { return reductions_; }
  DataHooks& data() override { return data_; }
  MeshData& mesh() override { return mesh_; }
  const std::string& output_folder() const override { return output_folder_; }
  const std::string& parfile() const override { return run_.description.parfile; }
  void together(const std::function<void()>& step) override;
  void needs_memory(const std::string& what, std::size_t bytes) override { memory_.push_back({what, bytes}); }
  void info(const std::string& text) override;
  void warn(const std::string& text) override;
  void writes_not_finite(const NotFinite& found) override { output_findings_.add(found); }
  void has_reported_not_finite(int variable) override { output_findings_.reported(variable); }
  void recover(const Recovery& recovery) override;
  const std::optional<Recovery>& recovered() const override { return recovered_; }
  TimeStepControl* time_step() override { return time_step_; }
  void request_termination(const std::string& reason) override { request(reason, Ending::complete); }
  void request_interruption(const std::string& reason) override { request(reason, Ending::interrupted); }
  void request_call(const std::string& item) override;
  void before_checkpoints(std::function<void()> complete, std::function<double()> seconds) override;
  void complete_output() override;
  double completion_seconds() const override;
  double seconds() const override { return seconds_; }
  bool checkpoint_wanted() const override {
    was_asked_ = true;
    return checkpoint_wanted_;
  }
  Ending ending() const override { return ending_; }

  /// Call this after each iteration with the agreement of all ranks.
  void set_agreement(const Agreement& agreed);
  void set_ending(Ending ending) { ending_ = ending; }

  /// Returns why routines of this rank have asked for the end of the run. Empty: they have not.
  const std::string& termination_reason() const { return termination_reason_; }
  Ending requested() const { return requested_; }

  /// Returns whether request_call() asked for the item, and forgets that it did.
  bool take_request(const std::string& item) { return requested_calls_.erase(item) > 0; }
  /// Forgets all requests, in a run that leaves out the bins of the items.
  void forget_requests() { requested_calls_.clear(); }
  /// Whether somebody has requested a call that the schedule has not made yet.
  bool has_requests() const { return !requested_calls_.empty(); }
  /// Returns the item that request_call() asked for first in this run. Empty: none.
  const std::string& first_requested_call() const { return first_requested_call_; }

  /// Returns what the thorns have said with needs_memory().
  const std::vector<ThornMemory>& memory() const { return memory_; }

  /// What output thorns have found.
  OutputFindings& output_findings() { return output_findings_; }

  /// Changes the folder for output.
  void move_output(const std::string& folder) { output_folder_ = folder; }

private:
  void request(const std::string& reason, Ending how);
  void about_to(const std::string& what) const;
  const Session& session_;
  const RunDescription& run_;
  Reductions& reductions_;
  DataHooks& data_;
  TimeStepControl* time_step_;
  std::string output_folder_;
  CollectiveWatch* watch_;
  mutable MpiCollective collective_;
  MeshAccess mesh_;
  OutputFindings output_findings_;
  std::vector<ThornMemory> memory_;
  std::optional<Recovery> recovered_;
  std::string termination_reason_;
  Ending requested_ = Ending::none;
  std::set<std::string> requested_calls_; ///< those that the schedule has not made yet
  std::string first_requested_call_;
  struct BeforeCheckpoints {
    std::function<void()> complete;
    std::function<double()> seconds;
  };
  std::vector<BeforeCheckpoints> before_checkpoints_;
  double seconds_ = 0;
  bool checkpoint_wanted_ = false;
  mutable bool was_asked_ = false; ///< a thorn has called checkpoint_wanted() since the last agreement
  Ending ending_ = Ending::none;
};

} // namespace nopal
