#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/thorn/call.hpp"
#include "tests/support/group.hpp"
#include "tests/support/single_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>

namespace nopal {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Returns the number of the variable, and notes the reduction.
class FakeReductions : public Reductions {
public:
  std::vector<double> reduce(Slot slot, std::span<const Reduction> which) override {
    asked = {slot, which.front()};
    return {static_cast<double>(slot.variable)};
  }
  double sum(const ExactSum&) override { return 0; }
  double max(double) override { return 0; }
  double min(double) override { return 0; }
  std::pair<Slot, Reduction> asked;
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
    variables_.add_group(test::group(thorn + "::" + names.front() + "_group", kind, type, timelevels), names);
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
  mutable test::SingleProcess collective_;
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

std::string error_of(const std::function<void(Call&)>& use, Device* device = nullptr) {
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

/// Returns the error of reading a grid function of reals.
std::string read_error(const char* name) {
  return error_of([&](Call& call) { call.only_part().read<double>(name); });
}

TEST(Call, HandsOutDeclaredFields) {
  FakeContext context;
  Call call(context);
  const Part part = call.only_part();
  const Field<double> phi = part.write<double>("phi");
  phi(3) = 1.25;
  EXPECT_EQ(part.write<double>("wave::phi@0")(3), 1.25);
  EXPECT_EQ(part.read<double>("phi@1")(3), 0.0);
  part.readwrite<double>("psi")(0) = 2;
  EXPECT_EQ(part.read<double>("psi")(0), 2.0);
  call.write<std::int64_t>("count").value() = 5;
  EXPECT_EQ(call.read<std::complex<double>>("mode").value(), 0.0);
  EXPECT_EQ(part.read<double>(call.reads().at(1).slot)(0), 2.0);
}

TEST(Call, NamesOfInheritedThornsMayBeShort) {
  EXPECT_EQ(read_error("u"), "");
  EXPECT_EQ(read_error("other::u"), "");
}

TEST(Call, AnUndeclaredIntentSaysWhichClauseToWriteWhere) {
  EXPECT_EQ(
      read_error("phi"),
      "wave.yaml:20:5: wave::step asks to read wave::phi@0, but its declaration does not say so: add \"phi@0\" to "
      "reads: of function \"step\" here");
  EXPECT_THAT(error_of([](Call& call) { call.only_part().write<double>("phi@1"); }),
              HasSubstr("add \"phi@1\" to writes:"));
  EXPECT_THAT(error_of([](Call& call) { call.only_part().write<double>("other::u"); }),
              HasSubstr("add \"other::u@0\" to writes:"));
  EXPECT_THAT(error_of([](Call& call) { call.only_part().readwrite<double>("phi"); }),
              AllOf(HasSubstr("asks to read and write wave::phi@0"), HasSubstr("add \"phi@0\" to reads: of")));
  EXPECT_THAT(error_of([](Call& call) { call.only_part().readwrite<double>("phi@1"); }), HasSubstr("to writes: of"));
  EXPECT_THAT(error_of([](Call& call) { call.read<double>(call.writes().at(0).slot); }), HasSubstr("to reads:"));
}

TEST(Call, WhatIsReducedCannotBeReadUnlessItIsDeclared) {
  EXPECT_EQ(read_error("psi@1"),
            "wave.yaml:20:5: wave::step asks to read wave::psi@1, but its declaration allows only reductions of "
            "it: add \"psi@1\" to reads: of function \"step\" here");
}

TEST(Call, AnUnknownName) {
  EXPECT_THAT(read_error("phii"),
              AllOf(HasSubstr("asks for \"phii\", but no variable has this name (did you mean \"wave::phi\"?)"),
                    HasSubstr("may read wave::phi@1, wave::psi@0")));
  EXPECT_THAT(read_error("phi@2"), HasSubstr("has 2 timelevels, 0 to 1"));
  EXPECT_THAT(read_error("phi@one"), HasSubstr("asks for \"phi@one\": the timelevel \"one\" is not a number"));
  EXPECT_THAT(read_error("phi@-1"), HasSubstr("\"-1\" is not a number"));
  EXPECT_THAT(error_of([](Call& call) { call.read<double>(Slot{}); }), HasSubstr("slot that does not exist"));
}

TEST(Call, ANameOfTwoThornsMustSayWhich) {
  EXPECT_THAT(read_error("v"), HasSubstr("wave::step asks for a name that two thorns declare: \"v\" may mean other::v "
                                         "or third::v: write the full name"));
  EXPECT_EQ(read_error("third::v"), "");
  EXPECT_THAT(error_of([](Call& call) { call.real("z"); }),
              HasSubstr("wave::step asks for a name that two thorns declare: \"z\" may mean other::z or third::z: "
                        "write the full name"));
}

TEST(Call, AnotherType) {
  EXPECT_THAT(error_of([](Call& call) { call.write<double>("count"); }),
              HasSubstr("asks for wave::count@0 as double, but its type is int: use std::int64_t in the call"));
  EXPECT_THAT(error_of([](Call& call) { call.read<double>("mode"); }), HasSubstr("use std::complex<double>"));
}

TEST(Call, OnTheDeviceThereAreDevicePointers) {
  FakeDevice device;
  EXPECT_THAT(error_of([](Call& call) { call.only_part().read<double>("phi@1"); }, &device),
              HasSubstr("use call.device_pointer()"));
  FakeContext context;
  context.device_ = &device;
  Call call(context);
  const Part part = call.only_part();
  EXPECT_EQ(part.device_pointer("phi"), &device.address);
  EXPECT_EQ(part.device_pointer("phi@1"), &device.address);
  EXPECT_EQ(part.layout("phi@1"), context.layout(0));
  EXPECT_EQ(call.native_api(), "host") << "what a device says of its pointers unless it has an API";
  EXPECT_THAT(error_of([](Call& each) { each.only_part().device_pointer("psi@1"); }, &device),
              HasSubstr("add \"psi@1\" to reads:"));
  context.device_ = nullptr;
  EXPECT_EQ(part.device_pointer("phi"), context.host_data({0, 0}));
}

TEST(Call, Parameters) {
  FakeContext context;
  const Call call(context);
  EXPECT_TRUE(call.boolean("flag"));
  EXPECT_EQ(call.integer("n"), 3);
  EXPECT_EQ(call.integer("shape"), 1);
  EXPECT_EQ(call.real("x"), 2.5);
  EXPECT_EQ(call.real("n"), 3.0);
  EXPECT_EQ(call.real("other::y"), 7.0);
  EXPECT_EQ(call.real("y"), 7.0);
  EXPECT_EQ(call.string("text"), "hello");
  EXPECT_EQ(call.string("shape"), "b");
  EXPECT_THAT(call.strings("names"), testing::ElementsAre("p", "q"));
  EXPECT_THAT(call.reals("xs"), testing::ElementsAre(1.0, 2.0));
  EXPECT_THAT(call.integers("ns"), testing::ElementsAre(1));
}

TEST(Call, ParametersThatAreNotThereOrOfAnotherType) {
  EXPECT_THAT(error_of([](Call& call) { call.real("xx"); }),
              HasSubstr("asks for the parameter \"xx\", which no active thorn declares (did you mean \"wave::x\"?)"));
  EXPECT_THAT(error_of([](Call& call) { call.integer("x"); }), HasSubstr("asks for wave::x as int, but it is real"));
  EXPECT_THAT(error_of([](Call& call) { call.boolean("n"); }), HasSubstr("as bool, but it is int"));
  EXPECT_THAT(error_of([](Call& call) { call.string("names"); }), HasSubstr("as string, but it is string[]"));
  EXPECT_THAT(error_of([](Call& call) { call.reals("x"); }), HasSubstr("as real[], but it is real"));
}

TEST(Call, GridAndTime) {
  FakeContext context;
  const Call call(context);
  EXPECT_EQ(call.time(), 1.5);
  EXPECT_EQ(call.dt(), 0.5);
  EXPECT_EQ(call.iteration(), 3);
  const Part part = call.only_part();
  EXPECT_EQ(part.owned().points(), 9);
  EXPECT_EQ(part.interior().points(), 7);
  EXPECT_TRUE(part.stored().contains(part.owned()));
  ASSERT_EQ(part.boxes(Region::boundary).size(), 2U);
  EXPECT_TRUE(part.owned().contains(part.boxes(Region::boundary).front().box));
}

TEST(Call, APartHasGridFunctionsAndTheCallArraysAndScalars) {
  EXPECT_EQ(error_of([](Call& call) { call.read<double>("phi@1"); }),
            "wave.yaml:20:5: wave::step asks the call for wave::phi@1, which is a grid function: ask each part for it, "
            "in a loop "
            "such as \"for (const auto& part : call.parts())\"");
  EXPECT_EQ(
      error_of([](Call& call) { call.only_part().write<std::int64_t>("count"); }),
      "wave.yaml:20:5: wave::step asks a part for wave::count@0, which is not a grid function: ask the call for it");
  EXPECT_THAT(error_of([](Call& call) { call.layout("phi"); }), HasSubstr("ask each part"));
  EXPECT_THAT(error_of([](Call& call) { call.device_pointer("phi"); }), HasSubstr("ask each part"));
}

TEST(Call, AThornKeepsOneObjectOfEachTypeForTheLifeOfARun) {
  FakeContext context;
  Call(context).state<int>() = 3;
  EXPECT_EQ(Call(context).state<int>(), 3);
  EXPECT_EQ(Call(context).state<long>(), 0);
  EXPECT_EQ(context.services().states().get<int>("other"), 0);
  FakeContext another_run;
  EXPECT_EQ(Call(another_run).state<int>(), 0);
}

TEST(Call, AWarningThatIsMeantOnceIsWrittenOnce) {
  FakeContext context;
  const Call call(context);
  for (const char* text : {"a", "b", "a"}) call.warn_once(text);
  EXPECT_THAT(context.services_.warnings, testing::ElementsAre("a", "b"));
}

TEST(Call, InterpolatesToPoints) {
  FakeContext context; // grid points at 0, 1/8, ..., 1
  const Call call(context);
  auto* const rho =
      reinterpret_cast<double*>(context.host_data({*context.services_.variables().find_variable("wave::rho")}));
  for (long i = 0; i <= 8; ++i) rho[context.layout(0).origin() + i] = static_cast<double>(i * i);
  const PointValues values =
      call.interpolate({"rho", "other::u"}, std::vector<double>{0.1, 0.25, 1.0}, Interpolation::quadratic);
  ASSERT_EQ(values.points(), 3u);
  EXPECT_NEAR(values.at<double>(0, 0), 0.64, 1e-15);
  EXPECT_EQ(values.at<double>(0, 1), 4);
  EXPECT_TRUE(values.is_of_one_grid_point(1) && values.is_of_one_grid_point(2));
  EXPECT_FALSE(values.is_of_one_grid_point(0));
  EXPECT_EQ(values.all(1), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(call.interpolate({"rho"}, {}, Interpolation::linear).points(), 0u);
  EXPECT_EQ(error_of([](Call& call) { call.interpolate({"phi@1"}, {}, Interpolation::linear); }), "");
}

TEST(Call, RefusesInterpolationsThatAreNotDeclared) {
  const auto error = [](const char* name, const std::vector<double>& points) {
    return error_of([&](Call& call) { call.interpolate({name}, points, Interpolation::nearest); });
  };
  EXPECT_EQ(error("psi@1", {0.5}), "wave.yaml:20:5: wave::step asks to interpolate wave::psi@1, but its declaration "
                                   "does not say so: add \"psi@1\" to "
                                   "interpolates: of function \"step\" here");
  EXPECT_THAT(error("count", {0.5}),
              HasSubstr("asks to interpolate wave::count@0, but only grid functions have values at "
                        "points"));
  EXPECT_EQ(error("rho", {0.5, 1.1}),
            "wave.yaml:20:5: wave::step interpolates at point 1, (1.1), whose coordinate along x is 1.1, outside the "
            "grid, which extends from 0 to 1 and half a spacing beyond");
  EXPECT_EQ(error("rho", {1.05}), "");
  EXPECT_EQ(
      error_of([](Call& call) { call.only_part().read<double>("rho"); }),
      "wave.yaml:20:5: wave::step asks to read wave::rho@0, but its declaration allows only call.interpolate() of "
      "it: add \"rho@0\" to reads: of function \"step\" here");
}

TEST(Call, AnInterpolationOfTheInteriorNeedsNoBoundaryPoint) {
  const auto error = [](double point, Interpolation interpolation) {
    return error_of([&](Call& call) { call.interpolate({"inner"}, std::vector<double>{point}, interpolation); });
  };
  EXPECT_EQ(error(0.125, Interpolation::nearest), "");
  EXPECT_EQ(error(0.2, Interpolation::linear), "");
  EXPECT_EQ(
      error(0.1, Interpolation::linear),
      "wave.yaml:20:5: wave::step asks to interpolate wave::inner@0 at a point that needs the boundary point (0), "
      "but its clause says \"(interior)\": remove that, or choose points inside");
  EXPECT_THAT(error(0.8, Interpolation::quintic), HasSubstr("needs the boundary point (8)"));
}

TEST(Call, NamesOfBindingsAndValuesOfTheirOwn) {
  FakeContext context;
  context.routine_.bindings = {{"w", context.routine_.reads.at(1).slot.variable}};
  context.routine_.values = {{"wave::x", Value{false, {4.5}}},
                             {"wave::flag", Value{false, {false}}},
                             {"wave::n", Value{false, {std::int64_t{5}}}},
                             {"wave::shape", Value{false, {std::string("a")}}}};
  const Call call(context);
  EXPECT_EQ(call.slot("w"), context.routine_.reads.at(1).slot);
  EXPECT_EQ(call.slot("phi@1").timelevel, 1);
  EXPECT_EQ(call.only_part().read<double>("w")(0), 0.0);
  EXPECT_EQ(call.real("x"), 4.5);
  EXPECT_FALSE(call.boolean("flag"));
  EXPECT_EQ(call.integer("n"), 5);
  EXPECT_EQ(call.real("n"), 5.0);
  EXPECT_EQ(call.string("shape"), "a");
  EXPECT_EQ(call.integer("shape"), 0);
  EXPECT_EQ(call.string("text"), "hello") << "no value of its own";
}

TEST(Call, ReducesAVariableByName) {
  FakeContext context;
  Call call(context);
  auto& reductions = dynamic_cast<FakeReductions&>(context.services().reductions());
  const int phi = *context.services().variables().find_variable("wave::phi");
  EXPECT_EQ(call.reduce("phi@1", Reduction::norm2), phi);
  EXPECT_EQ(reductions.asked.first, (Slot{phi, 1}));
  EXPECT_EQ(reductions.asked.second, Reduction::norm2);
  try {
    call.reduce("phi", Reduction::sum);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "wave.yaml:20:5: wave::step asks for the sum of wave::phi@0, but its declaration does not say "
                 "so: add \"phi@0\" to reduces: of function \"step\" here");
  }
}

} // namespace
} // namespace nopal
