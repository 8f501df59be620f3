#pragma once
// A call of a function of the thorn "wave", with variables of two other thorns, on a line of 8 cells.

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/thorn/call.hpp"
#include "tests/support/group.hpp"
#include "tests/support/single_process.hpp"

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace nopal::test {

/// Returns `result`, or the number of the variable, and notes the reduction.
class FakeReductions : public Reductions {
public:
  std::vector<Reduced> reduce(Slot slot, std::span<const Reduction> which) override {
    asked = {slot, which.front()};
    return {result.value_or(Reduced{.real = static_cast<double>(slot.variable)})};
  }
  double sum(const ExactSum&) override { return 0; }
  Int128 integer_sum(const ExactSum&) override { return 0; }
  double max(double) override { return 0; }
  double min(double) override { return 0; }
  std::pair<Slot, Reduction> asked;
  std::optional<Reduced> result;
};

/// Variables of two thorns, parameters and a small grid. Things that a call does not use are missing.
class FakeServices : public Services {
public:
  FakeServices() {
    add("wave", GroupKind::gf, Type::real, 2, {"phi", "psi"});
    add("wave", GroupKind::scalar, Type::integer, 1, {"count"});
    add("wave", GroupKind::scalar, Type::complex, 1, {"mode"});
    add("other", GroupKind::gf, Type::real, 1, {"u", "v"});
    add("third", GroupKind::gf, Type::real, 1, {"v"});
    add("wave", GroupKind::gf, Type::real, 1, {"rho", "inner"});
    declare("wave", "flag", ParameterType::boolean, false, {true});
    declare("wave", "n", ParameterType::integer, false, {std::int64_t{3}});
    declare("wave", "x", ParameterType::real, false, {2.5});
    declare("wave", "text", ParameterType::string, false, {std::string("hello")});
    declare("wave", "shape", ParameterType::keyword, false, {std::string("b")});
    declare("wave", "names", ParameterType::string, true, {std::string("p"), std::string("q")});
    declare("wave", "xs", ParameterType::real, true, {1.0, 2.0});
    declare("wave", "ns", ParameterType::integer, true, {std::int64_t{1}});
    declare("other", "y", ParameterType::real, false, {7.0});
    for (const char* thorn : {"other", "third"}) declare(thorn, "z", ParameterType::real, false, {8.0});
  }

  const Variables& variables() const override { return variables_; }
  const Parameters& parameters() const override { return parameters_; }
  const Decomposition& decomposition() const override { return decomposition_; }
  Collective& collective() const override { return collective_; }
  Reductions& reductions() override { return reductions_; }
  DataHooks& data() override { throw std::logic_error("not here"); }
  MeshData& mesh() override { throw std::logic_error("not here"); }
  const std::string& output_folder() const override { return text_; }
  const std::string& parfile() const override { return text_; }
  void together(const std::function<void()>& step) override { step(); }
  void recover(const Recovery&) override {}
  const std::optional<Recovery>& recovered() const override { return recovery_; }
  void needs_memory(const std::string&, std::size_t) override {}
  void info(const std::string&) override {}
  void warn(const std::string& text) override { warnings.push_back(text); }
  void writes_not_finite(const NotFinite&) override {}
  void has_reported_not_finite(int) override {}
  void request_termination(const std::string&) override {}
  void request_interruption(const std::string&) override {}
  void request_call(const std::string&) override {}
  void before_checkpoints(std::function<void()>, std::function<double()>) override {}
  void complete_output() override {}
  double completion_seconds() const override { return 0; }
  double seconds() const override { return 0; }
  bool checkpoint_wanted() const override { return false; }
  Ending ending() const override { return Ending::none; }
  std::vector<std::string> warnings;

private:
  static Domain line() {
    DomainSpec spec;
    spec.dimension = 1;
    spec.cells = {8, 1, 1};
    return Domain(spec);
  }
  void add(const std::string& thorn, GroupKind kind, Type type, int timelevels, const std::vector<std::string>& names) {
    variables_.add_group(group(thorn + "::" + names.front() + "_group", kind, type, timelevels), names);
  }
  void declare(const std::string& thorn, const std::string& name, ParameterType type, bool is_array,
               std::vector<Scalar> items) {
    ParameterDeclaration declaration;
    declaration.thorn = thorn;
    declaration.name = name;
    declaration.type = type;
    declaration.is_array = is_array;
    declaration.where = {thorn + ".yaml", 3, 3};
    if (type == ParameterType::keyword) declaration.choices = {{"a", "first"}, {"b", "second"}};
    declaration.default_value = Value{is_array, std::move(items)};
    parameters_.declare(declaration);
  }

  Variables variables_;
  Parameters parameters_;
  Decomposition decomposition_{line(), 1};
  mutable SingleProcess collective_;
  FakeReductions reductions_;
  std::optional<Recovery> recovery_;
  std::string text_;
};

class FakeContext : public CallContext {
public:
  FakeContext() {
    routine_.thorn = "wave";
    routine_.name = "step";
    routine_.where = {"wave.yaml", 20, 5};
    routine_.uses = {"other::y", "other::z", "third::z"};
    const auto slot = [&](const char* name, int timelevel) {
      return Slot{*services_.variables().find_variable(name), timelevel};
    };
    routine_.reads = {{slot("wave::phi", 1), Region::everywhere, {}},
                      {slot("wave::psi", 0), Region::everywhere, {}},
                      {slot("wave::mode", 0), Region::interior, {}},
                      {slot("other::u", 0), Region::everywhere, {}},
                      {slot("other::v", 0), Region::everywhere, {}},
                      {slot("third::v", 0), Region::everywhere, {}},
                      {slot("wave::psi", 1), Region::owned, {}, Access::reduce},
                      {slot("wave::rho", 0), Region::owned, {}, Access::interpolate},
                      {slot("wave::inner", 0), Region::interior, {}, Access::interpolate}};
    routine_.writes = {{slot("wave::phi", 0), Region::interior, {}},
                       {slot("wave::psi", 0), Region::interior, {}},
                       {slot("wave::count", 0), Region::interior, {}}};
    layout_ = grid_layout(services_.decomposition().stored(0), 1, 1);
  }

  const Routine& routine() const override { return routine_; }
  Services& services() override { return services_; }
  const KernelClock& clock() const override { return clock_; }
  std::byte* host_data(Slot slot) override {
    std::vector<double>& data = data_[slot];
    data.resize(2 * layout_.size);
    return reinterpret_cast<std::byte*>(data.data());
  }
  const Layout& layout(int) const override { return layout_; }
  std::vector<std::vector<std::byte>> grid_values(std::span<const Slot> slots,
                                                  std::span<const PointRun> runs) override {
    std::vector<std::vector<std::byte>> values;
    for (const Slot slot : slots) {
      const auto* const data = reinterpret_cast<const double*>(host_data(slot));
      std::vector<std::byte>& found = values.emplace_back();
      for (const PointRun& run : runs)
        for (long i = run.first; i < run.end; ++i) {
          const auto bytes = std::as_bytes(std::span(data + layout_.origin() + i, 1));
          found.insert(found.end(), bytes.begin(), bytes.end());
        }
    }
    return values;
  }
  Device* device() override { return device_; }
  void launch(std::string_view, std::span<const LaunchBox>) override {}
  std::span<const LaunchBox> boxes(std::string_view /*kernel*/) override { return {}; }
  void (*provided(std::string_view, std::string_view))() override { return nullptr; }

  Device* device_ = nullptr;
  FakeServices services_;
  Routine routine_;

private:
  KernelClock clock_{1.5, 0.5, 3};
  Layout layout_;
  std::map<Slot, std::vector<double>> data_;
};

/// A device that only returns addresses.
class FakeDevice : public Device, public NativeAccess {
public:
  const DeviceDescription& description() const override { return description_; }
  void create_variables(std::span<const SlotStorage>) override {}
  void destroy_variables(std::span<const Slot>) override {}
  void cycle_timelevels(std::span<const int>) override {}
  void copy_boxes(std::span<const BoxCopy>) override {}
  Transferred copy_to_device(std::span<const Piece>, Ticket&) override { return Transferred::copied; }
  Transferred copy_to_host(std::span<const Piece>) override { return Transferred::copied; }
  void pack_to_host(std::span<const Strip>, std::byte*, std::size_t) override {}
  Ticket unpack_from_host(std::span<const Strip>, const std::byte*, std::size_t) override { return 0; }
  Moments reduce(const SlotBox&, Type, const MomentsWanted&) override { return {}; }
  int load_kernel(const Kernel&, const BlockShape&) override { return 0; }
  void launch(const DeviceLaunch&) override {}
  void wait(Ticket) override {}
  void finish() override {}
  NativeAccess* native() override { return this; }
  void* pointer(Slot) override { return &address; }
  int address = 0;

private:
  DeviceDescription description_;
};

/// Returns the error of what the function does in a call; empty: there was none.
inline std::string error_of_call(const std::function<void(Call&)>& use, Device* device = nullptr) {
  FakeContext context;
  context.device_ = device;
  Call call(context);
  try {
    use(call);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

} // namespace nopal::test
