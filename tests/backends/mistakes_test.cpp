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

} // namespace
} // namespace nopal::test
