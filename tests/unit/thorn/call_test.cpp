#include "fake_context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Returns the error of reading a grid function of reals.
std::string read_error(const char* name) {
  return error_of_call([&](Call& call) { call.only_part().read<double>(name); });
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
  EXPECT_THAT(error_of_call([](Call& call) { call.only_part().write<double>("phi@1"); }),
              HasSubstr("add \"phi@1\" to writes:"));
  EXPECT_THAT(error_of_call([](Call& call) { call.only_part().write<double>("other::u"); }),
              HasSubstr("add \"other::u@0\" to writes:"));
  EXPECT_THAT(error_of_call([](Call& call) { call.only_part().readwrite<double>("phi"); }),
              AllOf(HasSubstr("asks to read and write wave::phi@0"), HasSubstr("add \"phi@0\" to reads: of")));
  EXPECT_THAT(error_of_call([](Call& call) { call.only_part().readwrite<double>("phi@1"); }),
              HasSubstr("to writes: of"));
  EXPECT_THAT(error_of_call([](Call& call) { call.read<double>(call.writes().at(0).slot); }), HasSubstr("to reads:"));
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
  EXPECT_THAT(error_of_call([](Call& call) { call.read<double>(Slot{}); }), HasSubstr("slot that does not exist"));
}

TEST(Call, ANameOfTwoThornsMustSayWhich) {
  EXPECT_THAT(read_error("v"), HasSubstr("wave::step asks for a name that two thorns declare: \"v\" may mean other::v "
                                         "or third::v: write the full name"));
  EXPECT_EQ(read_error("third::v"), "");
  EXPECT_THAT(error_of_call([](Call& call) { call.real("z"); }),
              HasSubstr("wave::step asks for a name that two thorns declare: \"z\" may mean other::z or third::z: "
                        "write the full name"));
}

TEST(Call, AnotherType) {
  EXPECT_THAT(error_of_call([](Call& call) { call.write<double>("count"); }),
              HasSubstr("asks for wave::count@0 as double, but its type is int: use std::int64_t in the call"));
  EXPECT_THAT(error_of_call([](Call& call) { call.read<double>("mode"); }), HasSubstr("use std::complex<double>"));
}

TEST(Call, OnTheDeviceThereAreDevicePointers) {
  FakeDevice device;
  EXPECT_THAT(error_of_call([](Call& call) { call.only_part().read<double>("phi@1"); }, &device),
              HasSubstr("use call.device_pointer()"));
  FakeContext context;
  context.device_ = &device;
  Call call(context);
  const Part part = call.only_part();
  EXPECT_EQ(part.device_pointer("phi"), &device.address);
  EXPECT_EQ(part.device_pointer("phi@1"), &device.address);
  EXPECT_EQ(part.layout("phi@1"), context.layout(0));
  EXPECT_EQ(call.native_api(), "host") << "what a device says of its pointers unless it has an API";
  EXPECT_THAT(error_of_call([](Call& each) { each.only_part().device_pointer("psi@1"); }, &device),
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
  EXPECT_THAT(error_of_call([](Call& call) { call.real("xx"); }),
              HasSubstr("asks for the parameter \"xx\", which no active thorn declares (did you mean \"wave::x\"?)"));
  EXPECT_THAT(error_of_call([](Call& call) { call.integer("x"); }),
              HasSubstr("asks for wave::x as int, but it is real"));
  EXPECT_THAT(error_of_call([](Call& call) { call.boolean("n"); }), HasSubstr("as bool, but it is int"));
  EXPECT_THAT(error_of_call([](Call& call) { call.string("names"); }), HasSubstr("as string, but it is string[]"));
  EXPECT_THAT(error_of_call([](Call& call) { call.reals("x"); }), HasSubstr("as real[], but it is real"));
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
  EXPECT_EQ(error_of_call([](Call& call) { call.read<double>("phi@1"); }),
            "wave.yaml:20:5: wave::step asks the call for wave::phi@1, which is a grid function: ask each part for it, "
            "in a loop "
            "such as \"for (const auto& part : call.parts())\"");
  EXPECT_EQ(
      error_of_call([](Call& call) { call.only_part().write<std::int64_t>("count"); }),
      "wave.yaml:20:5: wave::step asks a part for wave::count@0, which is not a grid function: ask the call for it");
  EXPECT_THAT(error_of_call([](Call& call) { call.layout("phi"); }), HasSubstr("ask each part"));
  EXPECT_THAT(error_of_call([](Call& call) { call.device_pointer("phi"); }), HasSubstr("ask each part"));
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

TEST(Call, NamesOfBindingsAndValuesOfTheirOwn) {
  FakeContext context;
  const int psi = context.routine_.reads.at(1).slot.variable;
  context.routine_.bindings = {{"w", psi}, {"rho", psi}};
  context.routine_.values = {{"wave::x", Value{false, {4.5}}},
                             {"wave::flag", Value{false, {false}}},
                             {"wave::n", Value{false, {std::int64_t{5}}}},
                             {"wave::shape", Value{false, {std::string("a")}}}};
  const Call call(context);
  EXPECT_EQ(call.slot("w"), context.routine_.reads.at(1).slot);
  EXPECT_EQ(call.slot("rho").variable, psi) << "a bound name hides a variable of the thorn, as it does in clauses";
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

TEST(Call, ReducesIntegersWithoutRounding) {
  FakeContext context;
  const Call call(context);
  std::optional<Reduced>& result = dynamic_cast<FakeReductions&>(context.services().reductions()).result;
  const auto refusal = [&](const Reduced& found) -> std::string {
    result = found;
    try {
      call.reduce<std::int64_t>("phi@1", Reduction::max);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  constexpr std::int64_t odd = 9007199254740993; // no double
  result = Reduced{.real = static_cast<double>(odd), .integer = odd};
  EXPECT_EQ(call.reduce<std::int64_t>("phi@1", Reduction::max), odd);
  const std::string start = "wave.yaml:20:5: wave::step asks for the max of wave::phi@1 as an integer of 64 bits, but ";
  EXPECT_EQ(refusal({.real = 0.5}), start + "it is a real number: use call.reduce<double>");
  EXPECT_EQ(refusal({.none = true}), start + "there are no values: use call.reduce<double>");
  EXPECT_EQ(refusal({.real = 0x1p63, .integer = Int128{1} << 63}),
            start + "it is 9223372036854775808: use call.reduce<double>");
}

} // namespace
} // namespace nopal::test
