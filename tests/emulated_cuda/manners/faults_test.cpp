// Error messages for refused launches and for kernels that fail when they run.

#include "scene.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string twice = "test::twice (some/where.kernel), ";
const std::string asynchronous = "Commands run asynchronously";

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

class Faults : public ::testing::Test {
protected:
  void open(bool synchronous = false) {
    scene_.open(synchronous);
    scene_.create();
    scene_.load();
    scene_.launch(); // copies its list of boxes to the device
    scene_.device->finish();
  }
  void TearDown() override {
    scene_.device.reset();
    emulated().mend();
  }
  Scene scene_;
};

TEST_F(Faults, OfARefusedLaunchNameKernelAndShape) {
  open();
  emulated().fail("cuLaunchKernel", invalid_value);
  EXPECT_THAT(error_of([&] { scene_.launch(); }),
              AllOf(StartsWith("CUDA cannot launch " + twice), HasSubstr(" blocks of 256 x 1 x 1 threads, 0 bytes of "),
                    HasSubstr(" on Emulated GPU 0: cuLaunchKernel says CUDA_ERROR_INVALID_VALUE ("),
                    Not(HasSubstr(asynchronous))));
  EXPECT_EQ(error_of([&] { scene_.launch(); }), "") << "a refused launch leaves the device as it was";
  EXPECT_EQ(error_of([&] { scene_.device->finish(); }), "");
}

TEST_F(Faults, OfAKernelComeUpLaterAndNameTheLaunchesSince) {
  open();
  emulated().fault(illegal_address, 1);
  for (int n = 0; n < 3; ++n) scene_.launch();
  EXPECT_THAT(error_of([&] { scene_.to_host(); }),
              AllOf(StartsWith("CUDA cannot finish a command on Emulated GPU 0: cuEventSynchronize says "
                               "CUDA_ERROR_ILLEGAL_ADDRESS ("),
                    HasSubstr(asynchronous), HasSubstr("3 launches may be the cause"), HasSubstr(twice),
                    HasSubstr("accelerator.synchronous: true")));
}

TEST_F(Faults, OfAKernelComeUpWhereWhatWasSentIsAwaited) {
  open();
  emulated().fault(illegal_address);
  scene_.launch();
  EXPECT_EQ(error_of([&] { scene_.send(); }), "");
  EXPECT_THAT(error_of([&] { scene_.device->wait(scene_.ticket); }),
              AllOf(HasSubstr("cuEventSynchronize says"), HasSubstr("1 launch may be the cause"), HasSubstr(twice)));
}

TEST_F(Faults, AreNotLaidToLaunchesThatEndedWell) {
  open();
  scene_.launch();
  scene_.launch();
  scene_.to_host(); // waits for both
  scene_.launch();
  scene_.device->finish();
  emulated().fault(illegal_address);
  scene_.launch();
  EXPECT_THAT(error_of([&] { scene_.device->finish(); }),
              AllOf(HasSubstr("cuCtxSynchronize says"), HasSubstr("1 launch may be the cause")));
}

TEST_F(Faults, ListAFewOfManyLaunches) {
  open();
  emulated().fault(illegal_address);
  for (int n = 0; n < 100; ++n) scene_.launch();
  const std::string error = error_of([&] { scene_.device->finish(); });
  EXPECT_THAT(error, AllOf(HasSubstr("100 launches may be"), HasSubstr("(92 more)")));
  EXPECT_EQ(count(error, twice), 8);
}

TEST_F(Faults, NameTheLaunchItselfWhereEachIsWaitedFor) {
  open(true);
  scene_.launch();
  emulated().fault(illegal_address);
  EXPECT_THAT(error_of([&] { scene_.launch(); }),
              AllOf(StartsWith("CUDA cannot run " + twice), HasSubstr("cuEventSynchronize says"),
                    HasSubstr("so this command failed"), Not(HasSubstr(asynchronous))));
}

TEST_F(Faults, NameTheLaunchWhereTheNextCallTellsOfThem) {
  open(true);
  emulated().fail("cuEventRecord", illegal_address, 1); // the event behind the kernel
  EXPECT_THAT(error_of([&] { scene_.launch(); }),
              AllOf(HasSubstr("cuEventRecord says"), HasSubstr("so this command failed: " + twice)));
}

TEST_F(Faults, OfCopiesAreFoundAtOnceWhereEachIsWaitedFor) {
  open(true);
  emulated().fail("cuEventSynchronize", illegal_address);
  EXPECT_THAT(error_of([&] { scene_.to_device(); }),
              AllOf(StartsWith("CUDA cannot copy "), HasSubstr(" bytes to the device on Emulated GPU 0: ")));
}

TEST_F(Faults, SayWhereFunctionsMayHaveLaunchedToo) {
  open();
  scene_.device->native()->native_queue();
  emulated().fault(illegal_address);
  scene_.launch();
  EXPECT_THAT(error_of([&] { scene_.device->finish(); }), HasSubstr("their own commands on the native queue"));
}

TEST_F(Faults, AreToldAgainByEveryLaterCallAndDestructionIsQuiet) {
  open();
  std::byte* staging = scene_.device->allocate_staging(4096);
  emulated().fault(illegal_address);
  scene_.launch();
  const std::string first = error_of([&] { scene_.device->finish(); });
  ASSERT_THAT(first, HasSubstr(asynchronous));
  EXPECT_EQ(error_of([&] { scene_.launch(); }), first);
  EXPECT_EQ(error_of([&] { scene_.to_device(); }), first);
  EXPECT_EQ(error_of([&] { scene_.to_host(); }), first);
  EXPECT_EQ(error_of([&] { scene_.send(); }), first);
  EXPECT_EQ(error_of([&] { scene_.pin(); }), first);
  EXPECT_EQ(error_of([&] { scene_.pre_sync(); }), first);
  EXPECT_EQ(error_of([&] { scene_.post_sync(); }), first);
  EXPECT_EQ(error_of([&] { scene_.device->allocate_staging(8); }), first);
  EXPECT_EQ(error_of([&] { scene_.device->finish(); }), first);
  WrittenKernel other("other", {{"a", "test::a@0", ArgumentKind::field, Access::write}}, "a(i,j,k) = 1.0;\n");
  EXPECT_EQ(error_of([&] { scene_.device->load_kernel(other.kernel()); }), first);
  std::vector<TimedCommand> done;
  EXPECT_EQ(error_of([&] { scene_.device->timing()->timed_commands(done); }), "") << "a trace ends with the run";
  scene_.device->free_staging(staging);
  scene_.device.reset();

  emulated().mend(); // as if in another process
  open();
  EXPECT_EQ(error_of([&] { scene_.to_host(); }), "");
}

TEST_F(Faults, BeforeAKernelIsLoadedAreNotLaidToIt) {
  open();
  emulated().fault(illegal_address);
  scene_.launch();
  WrittenKernel other("other", {{"a", "test::a@0", ArgumentKind::field, Access::write}}, "a(i,j,k) = 1.0;\n");
  EXPECT_THAT(error_of([&] { scene_.device->load_kernel(other.kernel()); }),
              AllOf(HasSubstr(asynchronous), HasSubstr(twice), Not(HasSubstr("test::other"))));
}

} // namespace
} // namespace nopal::test
