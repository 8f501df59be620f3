// A mistake of a block kernel ends the run with a message on the backends that can find it.

#include "on_all.hpp"

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Mistakes : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Mistakes, host_backends(), backend_name);

TEST_P(Mistakes, ThreadsThatDoNotReachABarrier) {
  if (!Scene::has_threads(GetParam())) {
    EXPECT_NO_THROW(scene.run("disagree")); // a single thread never waits
    return;
  }
  EXPECT_THAT([&] { scene.run("disagree"); },
              ThrowsMessage<Error>(AllOf(HasSubstr("some threads wait at a block_sync()"), HasSubstr("64 x 1 x 1"))));
  EXPECT_NO_THROW(scene.run("scan")) << "the backend goes on";
}

TEST_P(Mistakes, WritingWhereTheKernelIsNotLaunched) {
  if (!Scene::has_threads(GetParam())) return;
  EXPECT_THAT([&] { scene.run("outside", HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("outside.kernel"), HasSubstr("kernel outside of thorn conformance"),
                                         HasSubstr("in thread ("), HasSubstr("of block ("))));
}

TEST_P(Mistakes, ElementsThatAnArrayDoesNotHave) {
  EXPECT_THAT([&] { scene.run("beyond", HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("kernel beyond of thorn conformance accesses sums"),
                                         HasSubstr("the array has 1000 elements"))));
}

struct Conflict {
  const char* kernel;
  std::vector<const char*> parts;
};

TEST_P(Mistakes, ConflictsBetweenThreads) {
  if (!Scene::has_threads(GetParam())) return;
  const Conflict conflicts[] = {
      {"hasty",
       {"hasty.kernel:", "kernel hasty of thorn conformance: thread (", "of block (", "kept[", "the same block",
        "without a block_sync() between them", "in line "}},
      {"crowded", {"crowded.kernel:", "writes v(", "and thread ("}},
      {"narrow", {"kernel narrow of thorn conformance does not write v", "\"over:\" of the item"}},
      {"unset", {"unset.kernel:4: ", "thread (0, 0, 0) of block (", "reads kept[0]", "undefined at first"}},
      {"overfull", {"overfull.kernel:2: ", "shared array kept with 64 as index number 1", "goes from 0 to 63"}},
  };
  for (const auto& [kernel, parts] : conflicts) {
    std::string error;
    try {
      scene.run(kernel, HostVersion::checked);
    } catch (const Error& thrown) {
      error = thrown.what();
    }
    for (const char* part : parts) EXPECT_THAT(error, HasSubstr(part)) << kernel;
  }
}

TEST_P(Mistakes, RightKernelsHaveNone) {
  for (const char* kernel : {"transpose", "product", "histogram", "tiled_stencil", "block_sum", "syncs", "reduction",
                             "scan", "atomics_in_blocks", "atomics_in_memory", "nested_in_blocks", "places"})
    EXPECT_NO_THROW(scene.run(kernel, HostVersion::checked)) << kernel;
}

class Guards : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Guards, all_backends(), backend_name);

TEST_P(Guards, FindComputedIndicesThatAreNotStored) {
  scene.zero("u");
  scene.at("u", 5, 4, 3) = 1.0;
  const auto roam = [&] { scene.run("roaming"); };
  EXPECT_THAT(roam, ThrowsMessage<Error>(
                        AllOf(HasSubstr("roaming.kernel:3: "), HasSubstr("kernel roaming of thorn conformance"),
                              HasSubstr("u (conformance::u@0) at (100005, 4, 3)"), HasSubstr("point (5, 4, 3)"))));
  scene.zero("u");
  EXPECT_NO_THROW(roam()) << "all indices are stored";
}

} // namespace
} // namespace nopal::test
