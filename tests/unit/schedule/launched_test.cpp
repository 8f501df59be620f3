#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace launched_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const char* const head = "thorn: a\ndescription: d\n"
                         "parameters: {often: {type: int, default: 1, description: d}}\n"
                         "groups: {g: {type: gf, variables: [u, v], description: d}}\nschedule:\n";

std::string thorn(const std::string& items) { return head + items; }
std::string errors(const std::string& items) { return World({thorn(items)}).errors(); }

const Routine& routine(const Schedule& schedule, const std::string& name) {
  for (const Routine& routine : schedule.routines())
    if (routine.name == name) return routine;
  throw std::out_of_range(name);
}

TEST(Launched, KernelsAreNotCalledByTheSchedule) {
  const World world({thorn("  - {kernel: pack, launched_by: [solve], reads: [u], writes: [v]}\n"
                           "  - {function: solve, at: evol, device: true, reads: [u], writes: [v]}\n")});
  const Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "evol"), ElementsAre("call a::solve"));
  const Routine& pack = routine(schedule, "pack");
  EXPECT_THAT(pack.launchers, ElementsAre(routine(schedule, "solve").id));
  EXPECT_EQ(pack.bin, "");
  EXPECT_TRUE(pack.device) << "it runs where the function does";
  EXPECT_THAT(schedule.text(), HasSubstr("launched by functions\n  a::pack: kernel, device\n"));
  EXPECT_THAT(schedule.text(), HasSubstr("    launched by a::solve\n"));
}

TEST(Launched, KernelsMayRunWhereOneOfTheirFunctionsMay) {
  World world({thorn("  - {kernel: pack, launched_by: [solve, check], writes: [v]}\n"
                     "  - {function: solve, at: evol, every: often, writes: [v]}\n"
                     "  - {function: check, at: analysis, every: 0, writes: [v]}\n")});
  EXPECT_FALSE(routine(world.build(), "pack").device);
  EXPECT_EQ(world.build().callable().count(routine(world.build(), "pack").id), 1U);
  world.set("a::often", {false, {std::int64_t{0}}});
  EXPECT_THAT(world.build().callable(), IsEmpty());
}

TEST(Launched, FunctionsDeclareWhatTheirKernelsUse) {
  const std::string functions = "  - {function: solve, at: evol, reads: [u]}\n"
                                "  - {function: other, at: evol, writes: [u, v]}\n";
  EXPECT_THAT(errors("  - {kernel: pack, launched_by: [other], reads: [u], writes: [v]}\n" + functions), IsEmpty())
      << "what a function writes, its kernels may read";
  EXPECT_EQ(errors("  - {kernel: pack, launched_by: [solve, other], reads: [u], writes: [v]}\n" + functions),
            "a.yaml:7:5: a::solve launches the kernel pack, which writes a::v@0: add it to writes: of this function\n");
  EXPECT_EQ(errors("  - {kernel: pack, launched_by: [solve], reads: [v], writes: [u]}\n" + functions),
            "a.yaml:7:5: a::solve launches the kernel pack, which reads a::v@0: add it to reads: of this function\n"
            "a.yaml:7:5: a::solve launches the kernel pack, which writes a::u@0: add it to writes: of this function\n");
  EXPECT_EQ(errors("  - {kernel: pack, launched_by: [size], reads: [u], writes: [v]}\n"
                   "  - {function: size, at: evol, reduces: [u], writes: [v]}\n"),
            "a.yaml:7:5: a::size launches the kernel pack, which reads a::u@0: add it to reads: of this function\n");
  EXPECT_EQ(errors("  - {kernel: pack, launched_by: [part], reads: [u], writes: [v(owned)]}\n"
                   "  - {function: part, at: evol, reads: [u(interior)], writes: [v(owned)]}\n"),
            "a.yaml:7:5: a::part launches the kernel pack, which reads a::u@0 (boundary, ghosts), but it declares only "
            "interior: add it to reads: of this function\n");
}

TEST(Launched, WrongNamesAreErrors) {
  const std::string solve = "  - {function: solve, at: evol, writes: [v]}\n";
  EXPECT_EQ(errors("  - {kernel: pack, launched_by: [slove], writes: [v]}\n" + solve),
            "a.yaml:6:5: a::pack: launched_by: names \"slove\", but a schedules no function of this name (did you mean "
            "\"solve\"?)\n");
  EXPECT_EQ(
      errors("  - {kernel: pack, launched_by: [solve], writes: [v]}\n" + solve +
             "  - {function: late, at: evol, after: [pack]}\n"),
      "a.yaml:8:5: a::late: after: names \"pack\", which only runs when a function launches it: name that function\n");
}

TEST(Launched, KernelsOfStencilsHaveNoPlaceOfTheirOwn) {
  EXPECT_THAT(
      errors("  - {stencil: chain, at: evol, stages: [{kernel: pack, reads: [u], writes: [v]}]}\n"
             "  - {function: late, at: evol, after: [pack]}\n"),
      HasSubstr("a.yaml:7:5: a::late: after: names \"pack\", which is part of the stencil chain: name \"chain\"\n"));
}

} // namespace launched_test
} // namespace nopal::test
