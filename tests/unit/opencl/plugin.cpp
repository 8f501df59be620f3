// The device that is opened, and the error if there is none.

#include "opened.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(OpenclPlugin, DescribesItsDevices) {
  const auto devices = plugin().find(2);
  ASSERT_FALSE(devices.empty()) << plugin().why_none();
  for (const DeviceDescription& device : devices) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_THAT(device.api, HasSubstr("OpenCL"));
    EXPECT_GT(device.memory_total, 0U);
    EXPECT_GT(device.allocation_limit, 0U);
    EXPECT_EQ(plugin().priority(device) > 0, device.is_gpu) << "a CPU device must be asked for by name";
  }
}

TEST(OpenclPlugin, RefusesOptionsThatItDoesNotKnow) {
  const auto open = [](std::vector<std::string> options) { return open_device("", std::move(options)); };
  EXPECT_THAT([&] { open({"colour=green"}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("colour=green"), HasSubstr("platform="), HasSubstr("device="))));
  EXPECT_THAT([&] { open({"device=one"}); }, ThrowsMessage<Error>(HasSubstr("device=<number>")));
  EXPECT_THAT([&] { open({"device=99"}); }, ThrowsMessage<Error>(HasSubstr("asks for device=99")));
  EXPECT_THAT([&] { open({"work_items=columns"}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("work_items=columns"), HasSubstr("work_items=rows"))));
  EXPECT_THAT([&] { open({"platform=Abacus"}); }, ThrowsMessage<Error>(HasSubstr("\"Abacus\"")));
}

TEST(OpenclPlugin, OpensTheDeviceThatOptionsName) {
  const auto all = plugin().find(2);
  const auto device = open_device("", {"device=0"});
  EXPECT_EQ(device->description().name, all[0].name);
}

TEST(OpenclPlugin, NamesWhatDoesNotFitInOneAllocation) {
  const auto device = open_device();
  const std::size_t limit = device->description().allocation_limit; // about 2 GiB; nothing is allocated
  const SlotStorage small = slot_storage({3, 0}, {0, 0, 0}, {125, 1, 1});
  device->create_variables({&small, 1});
  SlotStorage large = slot_storage({3, 1}, {0, 0, 0}, {static_cast<long>(limit / 8), 1, 1});
  large.variable = "wavetoy::phi";
  EXPECT_THAT(
      [&] { device->create_variables({&large, 1}); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr("out of memory on the OpenCL device " + device->description().name + ": nopal asked for " +
                    std::to_string(large.layout.size * 8) + " bytes ("),
          HasSubstr(" for wavetoy::phi@1 (points "), HasSubstr("; that is more than one allocation can take. "),
          HasSubstr("This process already holds " + std::to_string(small.layout.size * 8 + 64) + " bytes ("),
          HasSubstr("One allocation can take " + std::to_string(limit) + " bytes ("), HasSubstr("Use more ranks"))));
}

TEST(OpenclPlugin, NamesAnArrayThatDoesNotFitInOneAllocation) {
  const auto device = open_device();
  const std::size_t limit = device->description().allocation_limit;
  const SlotStorage large{{5, 0}, array_layout({static_cast<long>(limit / 8) + 1, 1, 1}), 8, "tables::table"};
  EXPECT_THAT([&] { device->create_variables({&large, 1}); },
              ThrowsMessage<Error>(AllOf(HasSubstr(std::to_string(large.layout.size * 8) + " bytes ("),
                                         HasSubstr(" for tables::table"),
                                         HasSubstr("that is more than one allocation can take"))));
}

TEST(OpenclPlugin, OrdersCommandsOfFunctionsThatUseTheNativeQueue) {
  const auto device = open_device();
  const Slot slot{0, 0};
  const SlotStorage storage = slot_storage(slot, {0, 0, 0}, {1 << 20, 1, 1});
  device->create_variables({&storage, 1});
  const auto bytes = static_cast<std::size_t>(storage.layout.size) * 8;
  std::vector<double> host(static_cast<std::size_t>(storage.layout.size), 1.0);
  for (int n = 0; n < 5; ++n) {
    Ticket ticket = 0;
    const Piece up{slot, reinterpret_cast<std::byte*>(host.data()), 0, storage.layout.size};
    device->copy_to_device({&up, 1}, ticket);
    auto* memory = static_cast<cl_mem>(device->native()->pointer(slot));
    auto* queue = static_cast<cl_command_queue>(device->native()->native_queue());
    const double pattern = 2.0 + n;
    ASSERT_EQ(clEnqueueFillBuffer(queue, memory, &pattern, sizeof pattern, 0, bytes, 0, nullptr, nullptr), CL_SUCCESS);
    std::vector<double> found(host.size());
    const Piece down{slot, reinterpret_cast<std::byte*>(found.data()), 0, storage.layout.size};
    device->copy_to_host({&down, 1});
    EXPECT_EQ(found, std::vector<double>(host.size(), pattern));
    device->wait(ticket);
  }
}

} // namespace
} // namespace nopal::test
