#pragma once
// What thorns are offered, of this run.

#include "core/thorn/services.hpp"
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
    std::string output_folder;
    std::string parfile;
  };
  explicit RunServices(Parts parts) : parts_(std::move(parts)), communicator_(parts_.session->communicator()) {}

  const Variables& variables() const override { return *parts_.variables; }
  const Parameters& parameters() const override { return *parts_.parameters; }
  const Decomposition& decomposition() const override { return *parts_.decomposition; }
  int rank() const override { return parts_.session->rank(); }
  int size() const override { return parts_.session->size(); }
  void* communicator() override { return &communicator_; }
  Reductions& reductions() override { return *parts_.reductions; }
  DataHooks& data() override { return *parts_.data; }
  const std::string& output_folder() const override { return parts_.output_folder; }
  const std::string& parfile() const override { return parts_.parfile; }
  void info(const std::string& text) override;
  void warn(const std::string& text) override;
  void request_termination(const std::string& reason) override;

  /// Whether a routine of this rank has asked for the end of the run.
  bool termination_requested() const { return termination_requested_; }

private:
  Parts parts_;
  MPI_Comm communicator_;
  bool termination_requested_ = false;
};

} // namespace nopal
