#pragma once
// The services that a run offers to its thorns.

#include "core/thorn/services.hpp"
#include "driver/control/control.hpp"
#include "driver/services/call_requests.hpp"
#include "driver/services/mpi_collective.hpp"
#include "driver/session/session.hpp"

#include <string>

namespace nopal {

class RunServices final : public Services {
public:
  struct Parts {
    const Session* session = nullptr;
    const Variables* variables = nullptr;
    const Parameters* parameters = nullptr;
    const Decomposition* decomposition = nullptr;
    Reductions* reductions = nullptr;
    DataHooks* data = nullptr;
    CallRequests* requests = nullptr;
    std::string output_folder;
    std::string parfile;
  };
  explicit RunServices(Parts parts) : parts_(std::move(parts)), collective_(parts_.session->communicator()) {}

  const Variables& variables() const override { return *parts_.variables; }
  const Parameters& parameters() const override { return *parts_.parameters; }
  const Decomposition& decomposition() const override { return *parts_.decomposition; }
  Collective& collective() const override { return collective_; }
  Reductions& reductions() override { return *parts_.reductions; }
  DataHooks& data() override { return *parts_.data; }
  const std::string& output_folder() const override { return parts_.output_folder; }
  const std::string& parfile() const override { return parts_.parfile; }
  void together(const std::function<void()>& step) override;
  void info(const std::string& text) override;
  void warn(const std::string& text) override;
  void recover(const Recovery& recovery) override { recovered_ = recovery; }
  const std::optional<Recovery>& recovered() const override { return recovered_; }
  void request_termination(const std::string& reason) override { request(reason, Ending::complete); }
  void request_interruption(const std::string& reason) override { request(reason, Ending::interrupted); }
  void request_call(const std::string& item) override { parts_.requests->add(item); }
  void before_checkpoints(std::function<void()> complete, std::function<double()> seconds) override {
    before_checkpoints_.push_back({std::move(complete), std::move(seconds)});
  }
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

  /// Changes the folder for output.
  void move_output(const std::string& folder) { parts_.output_folder = folder; }

private:
  void request(const std::string& reason, Ending how);
  Parts parts_;
  mutable MpiCollective collective_;
  std::optional<Recovery> recovered_;
  std::string termination_reason_;
  Ending requested_ = Ending::none;
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
