#include "driver/devices/ask_devices.hpp"

#include "core/base/error.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace nopal {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

const std::string program = build_folder() + "/bin/nopal-devices";
const DevicePluginFile shaky{"shaky", build_folder() + "/tests/shaky/devices/libshaky.so"};

DeviceAnswer ask(const char* how, milliseconds patience = patience_with_devices) {
  setenv("NOPAL_SHAKY", how, 1);
  return ask_devices(program, {shaky}, 3, patience).front();
}

TEST(AskDevices, TellsWhatAPluginFinds) {
  const DeviceAnswer answer = ask("two");
  EXPECT_TRUE(answer.opens);
  EXPECT_EQ(answer.trouble, "");
  EXPECT_EQ(answer.priorities, std::vector<int>({1000, 1000}));
  ASSERT_EQ(answer.devices.size(), 2U);
  const DeviceDescription& device = answer.devices[1];
  EXPECT_EQ(device.name, "Shaky \xef\xbf\xbd one"); // bytes that are no UTF-8 are replaced
  EXPECT_EQ(device.api, "Shaky 1.0");
  EXPECT_EQ(device.native, "opencl");
  EXPECT_TRUE(device.is_gpu);
  EXPECT_EQ(device.memory_total, std::size_t{80} << 30);
  EXPECT_EQ(device.memory_free, 12345U);
  EXPECT_EQ(device.allocation_limit, 678U);
  EXPECT_EQ(device.limits.max_threads, 1024);
  EXPECT_EQ(device.limits.max_along, (Index{1024, 512, 64}));
  EXPECT_EQ(device.limits.max_shared_bytes, 49152U);
  EXPECT_EQ(device.compute_units, 3);
}

TEST(AskDevices, TellsWhyThereIsNone) {
  EXPECT_EQ(ask("none").trouble, "nothing is plugged in");
  EXPECT_TRUE(ask("none").opens);
  EXPECT_EQ(ask("throw").trouble, "the driver is too old");
  const auto missing = ask_devices(program, {{"gone", "/nowhere/libgone.so"}}, 1).front();
  EXPECT_FALSE(missing.opens);
  EXPECT_THAT(missing.trouble, HasSubstr("/nowhere/libgone.so"));
}

TEST(AskDevices, SurvivesCrashes) {
  const DeviceAnswer answer = ask("abort");
  EXPECT_FALSE(answer.opens);
  EXPECT_TRUE(answer.devices.empty());
  EXPECT_EQ(answer.trouble, "when it was asked for its devices, it crashed (Aborted); its last words: shaky: assertion "
                            "failed: no /sys");
  EXPECT_THAT(ask("exit").trouble, HasSubstr("it ended its process with code 3; its last words: shaky: assertion"));
}

TEST(AskDevices, DoesNotWaitForever) {
  EXPECT_THAT(ask("hang", milliseconds(300)).trouble,
              StartsWith("when it was asked for its devices, it gave no answer within 0.3 s and was ended"));
}

// The patience is long enough for a slow machine to start the process.
TEST(AskDevices, DoesNotWaitForProcessesThatAPluginLeaves) {
  EXPECT_THAT(ask("leaves_a_process", milliseconds(4000)).trouble, HasSubstr("it crashed (Aborted)"));
}

TEST(AskDevices, OnePluginDoesNotDisturbAnother) {
  setenv("NOPAL_SHAKY", "abort", 1);
  const DevicePluginFile checked{"checked", build_folder() + "/lib/nopal/devices/libchecked.so"};
  const auto answers = ask_devices(program, {shaky, checked, shaky}, 1);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[1].devices.size(), 1U);
  EXPECT_THAT(answers[2].trouble, HasSubstr("Aborted"));
}

TEST(AskDevices, ProcessesTakeSignalsThatThisProgramIgnoresOrBlocks) {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  EXPECT_THAT(ask("terminate").trouble, HasSubstr("it crashed (Terminated)"));
  std::signal(SIGTERM, before);
  sigset_t blocked, mask;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  EXPECT_THAT(ask("terminate").trouble, HasSubstr("it crashed (Terminated)"));
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

TEST(AskDevices, SaysWhichProgramIsMissing) {
  try {
    ask_devices("/nowhere/nopal-devices", {shaky}, 1);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/nopal-devices cannot be started: No such file or directory"));
  }
  EXPECT_TRUE(ask_devices("/nowhere/nopal-devices", {}, 1).empty());
}

} // namespace
} // namespace nopal
