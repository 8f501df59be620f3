#pragma once
// A run of one process for the functions of an output thorn, without the driver. It has a real grid, variables and
// parameters, storage on the host, and the thorn's own declaration.

#include "core/declarations/thorn.hpp"
#include "core/kernels/launch.hpp"
#include "core/plugins/loader.hpp"
#include "core/thorn/call.hpp"
#include "driver/services/grid_values.hpp"
#include "driver/services/mpi_collective.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

namespace nopal::test {

class FakeRun final : public Services, public Reductions, public CallContext {
public:
  /// Loads `thorn` from the build tree. The output folder is new and empty; it is removed at the end.
  FakeRun(const std::string& thorn, const DomainSpec& grid);
  ~FakeRun() override;

  /// Adds the variable "test::<name>" in its own group. Returns its number.
  int add(GroupKind kind, Type type, const std::string& name, Index shape = {1, 1, 1}, int dimension = 0);
  template <class T> Field<T> field(int variable) {
    return {reinterpret_cast<T*>(host_data({variable, 0})), layout(variable)};
  }
  /// Sets a parameter of the thorn that has one value.
  void set(const std::string& parameter, const Scalar& value) { set(parameter, Value{false, {value}}); }
  /// Sets a parameter of the thorn that has a list of values.
  void set_list(const std::string& parameter, std::vector<Scalar> items) {
    set(parameter, Value{true, std::move(items)});
  }
  /// Calls the thorn's function at an iteration; it reads timelevel 0 of `variables`.
  void call(const std::string& function, const std::vector<int>& variables = {}, long iteration = 0);
  /// Returns the message of the Error that the call throws; empty if it throws none.
  std::string error_of(const std::string& function, const std::vector<int>& variables = {});

  /// Begins a new run in the same output folder: the thorn's state is gone.
  void restart() { states() = {}; }
  std::string output(const std::string& file) const { return folder_ + '/' + file; }
  /// Returns the text of a file of the output folder.
  std::string text_of(const std::string& file) const;

  /// The earlier iterations to which the values of variables belong.
  std::map<int, std::int64_t> earlier;
  std::string parfile_text = "description: A test\n";
  std::vector<std::string> warnings;
  std::vector<NotFinite> not_finite;     ///< what the thorn has said with writes_not_finite()
  std::vector<std::string> terminations; ///< reasons of the requests to end the run
  std::vector<std::string> requests;     ///< items that the thorn asked to call
  std::function<void()> completes;       ///< the function that complete_output() calls
  std::function<double()> completion;
  double wall_seconds = 0;
  bool wants_checkpoint = false;
  Ending how_it_ends = Ending::none;
  std::vector<Reduced> reduced; ///< results of reduce(), which returns as many as are asked for

  const Variables& variables() const override { return variables_; }
  const Parameters& parameters() const override { return parameters_; }
  const Decomposition& decomposition() const override { return decomposition_; }
  Collective& collective() const override { return collective_; }
  Reductions& reductions() override { return *this; }
  DataHooks& data() override;
  MeshData& mesh() override { throw std::logic_error("a fake run has no mesh"); }
  const std::string& output_folder() const override { return folder_; }
  const std::string& parfile() const override { return parfile_text; }
  void together(const std::function<void()>& step) override { step(); }
  void recover(const Recovery& recovery) override { recovery_ = recovery; }
  const std::optional<Recovery>& recovered() const override { return recovery_; }
  void needs_memory(const std::string&, std::size_t) override {}
  void info(const std::string&) override {}
  void warn(const std::string& text) override { warnings.push_back(text); }
  void writes_not_finite(const NotFinite& found) override { not_finite.push_back(found); }
  void has_reported_not_finite(int) override {}
  void request_termination(const std::string& reason) override { terminations.push_back(reason); }
  void request_interruption(const std::string& reason) override { terminations.push_back(reason); }
  void request_call(const std::string& item) override { requests.push_back(item); }
  void before_checkpoints(std::function<void()> complete, std::function<double()> seconds) override {
    completes = std::move(complete);
    completion = std::move(seconds);
  }
  void complete_output() override {
    if (completes) completes();
  }
  double completion_seconds() const override { return completion ? completion() : 0; }
  double seconds() const override { return wall_seconds; }
  bool checkpoint_wanted() const override { return wants_checkpoint; }
  Ending ending() const override { return how_it_ends; }

  std::vector<Reduced> reduce(Slot slot, std::span<const Reduction> which) override;
  double sum(const ExactSum& local) override { return local.value(); }
  Int128 integer_sum(const ExactSum& local) override { return local.integer(); }
  double max(double local) override { return local; }
  double min(double local) override { return local; }

  const Routine& routine() const override { return routine_; }
  Services& services() override { return *this; }
  const KernelClock& clock() const override { return clock_; }
  std::byte* host_data(Slot slot) override { return storage_.at(static_cast<std::size_t>(slot.variable)).data(); }
  std::vector<std::vector<std::byte>> grid_values(std::span<const Slot> slots,
                                                  std::span<const PointRun> runs) override {
    return nopal::grid_values(*this, slots, runs, [](const std::vector<PointRun>&) {});
  }
  const Layout& layout(int variable) const override { return layouts_.at(static_cast<std::size_t>(variable)); }
  Device* device() override { return nullptr; }
  void launch(std::string_view, std::span<const LaunchBox>) override {}
  std::span<const LaunchBox> boxes(std::string_view /*kernel*/) override { return {}; }
  void (*provided(std::string_view, std::string_view))() override { return nullptr; }

private:
  void set(const std::string& parameter, Value value) {
    parameters_.set(thorn_ + "::" + parameter, std::move(value), Location{"test.yaml", 7, 3});
  }
  class Hooks;
  std::string thorn_;
  std::unique_ptr<DataHooks> hooks_;
  Decomposition decomposition_;
  Variables variables_;
  Parameters parameters_;
  mutable MpiCollective collective_;
  TemporaryFolder temporary_;
  std::string folder_ = temporary_.path().string();
  std::optional<Recovery> recovery_;
  Routine routine_;
  KernelClock clock_;
  std::vector<std::vector<std::byte>> storage_;
  std::vector<Layout> layouts_;
};

} // namespace nopal::test
