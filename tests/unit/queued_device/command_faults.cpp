// The launches that an error names, and the error if there is not enough memory.

#include "core/device/command_faults.hpp"
#include "core/base/error.hpp"
#include "core/device/shortage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const QueueEvent some_event = std::make_shared<int>();

Launched launch(const std::string& label) { return {label, {{12, 1, 1}, {4, 1, 1}}, 96, some_event}; }
bool has_ended(const Launched& launch) { return launch.label.starts_with("done"); }

std::string error_of(CommandFaults& faults, FaultOf of) {
  try {
    faults.fail("finish", "apiFinish", "API_LOST", of);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(CommandFaults, NameTheShapeInTheWordsOfTheLanguage) {
  const CommandFaults opencl("OpenCL", "a device", DeviceLanguage::opencl, false);
  EXPECT_EQ(opencl.text(launch("evolve")),
            "evolve, 12 x 1 x 1 groups of 4 x 1 x 1 work-items, 96 bytes of local memory");
  const CommandFaults cuda("CUDA", "a device", DeviceLanguage::cuda, false);
  EXPECT_EQ(cuda.text(launch("evolve")), "evolve, 12 x 1 x 1 blocks of 4 x 1 x 1 threads, 96 bytes of shared memory");
}

TEST(CommandFaults, AreLaidToTheOldestLaunchThatIsNotKnownToHaveEndedAndToThoseBehind) {
  CommandFaults faults("API", "a device", DeviceLanguage::cuda, false);
  for (const char* label : {"done 1", "done 2", "open 3", "done 4"}) faults.launching(launch(label), has_ended);
  faults.settle(has_ended);
  const std::string error = error_of(faults, FaultOf::earlier);
  EXPECT_THAT(error,
              AllOf(HasSubstr("API cannot finish on a device: apiFinish says API_LOST."), HasSubstr("2 launches"),
                    HasSubstr("open 3, "), HasSubstr("done 4, "), Not(HasSubstr("done 2"))));
}

TEST(CommandFaults, ForgetLaunchesThatEndedBeforeTheyBecomeMany) {
  CommandFaults faults("API", "a device", DeviceLanguage::cuda, false);
  int asked = 0;
  const auto ended = [&](const Launched&) { return ++asked > 0; };
  for (int n = 0; n < 1000; ++n) faults.launching(launch("done"), ended);
  EXPECT_GE(asked, 900);
  EXPECT_LE(asked, 1000) << "each launch is asked for once";
}

TEST(CommandFaults, StayTheFirstWhereTheDeviceIsLost) {
  CommandFaults faults("API", "a device", DeviceLanguage::cuda, false);
  const std::string refused = error_of(faults, FaultOf::call);
  EXPECT_FALSE(faults.broken());
  EXPECT_NO_THROW(faults.require_working());
  const std::string first = error_of(faults, FaultOf::earlier);
  EXPECT_NE(first, refused);
  EXPECT_TRUE(faults.broken());
  EXPECT_EQ(error_of(faults, FaultOf::call), first);
  EXPECT_THROW(faults.require_working(), Error);
}

TEST(Shortage, SaysWhatIsKnown) {
  Shortage shortage;
  shortage.device = "a device";
  shortage.asked = std::size_t{3} << 30;
  shortage.what = "wavetoy::phi@1";
  shortage.reason = "the driver says no";
  shortage.held = 10;
  EXPECT_EQ(shortage_text(shortage),
            "out of memory on a device: nopal asked for 3221225472 bytes (3.0 GiB) for wavetoy::phi@1; the driver says "
            "no. This process already holds 10 bytes there. Use fewer cells, fewer timelevels, more ranks on more "
            "devices, or accelerator.device: none");
  shortage.tells_free = true;
  shortage.free = 2048;
  shortage.total = std::size_t{1} << 30;
  shortage.one_at_most = std::size_t{2} << 30;
  EXPECT_THAT(
      shortage_text(shortage),
      AllOf(HasSubstr("2048 bytes (2.0 KiB) of 1073741824 bytes (1.0 GiB) are free. This process already holds"),
            HasSubstr("One allocation can take 2147483648 bytes (2.0 GiB). Use more ranks, so that each")));
}

} // namespace
} // namespace nopal
