// Behaviour of the cuda plugin that the conformance suite does not test. It runs with the emulated driver, with a
// driver that does not start, and without a driver. NOPAL_EMULATED_CUDA says which one.

#include "tests/unit/opencl/opened.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

class CudaPlugin : public ::testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    const char* which = std::getenv("NOPAL_EMULATED_CUDA");
    if (which == nullptr || which != std::string_view(GetParam())) GTEST_SKIP() << "another run tests this";
  }
};

class WithoutGpu : public CudaPlugin {
protected:
  void expect_none(const std::string& reason) {
    EXPECT_THAT(plugin().find(1), IsEmpty());
    EXPECT_THAT(plugin().why_none(), HasSubstr(reason));
    EXPECT_THAT([] { open_device(); }, ThrowsMessage<Error>(HasSubstr(reason)));
  }
};
using WithoutDriver = WithoutGpu;
using WithoutDevice = WithoutGpu;
using WithoutCompiler = WithoutGpu;
using WithTwoGpus = CudaPlugin;

TEST_P(WithoutDriver, SaysThatThereIsNone) {
  if (dlopen("libcuda.so.1", RTLD_LAZY) != nullptr) GTEST_SKIP() << "this machine has NVIDIA's driver";
  expect_none("NVIDIA's driver is not installed (libcuda.so.1: ");
}
INSTANTIATE_TEST_SUITE_P(, WithoutDriver, ::testing::Values("absent"));

TEST_P(WithoutDevice, SaysWhatCuInitSays) { expect_none("cuInit says CUDA_ERROR_NO_DEVICE ("); }
INSTANTIATE_TEST_SUITE_P(, WithoutDevice, ::testing::Values("no_device"));

TEST_P(WithoutCompiler, NamesWhatWasLookedForAndTheFix) {
  expect_none("there are 2 GPUs, but NVRTC");
  EXPECT_THAT(plugin().why_none(), AllOf(HasSubstr("/nowhere/libnvrtc.so"), HasSubstr("set NOPAL_NVRTC")));
}
INSTANTIATE_TEST_SUITE_P(, WithoutCompiler, ::testing::Values("no_compiler"));

TEST_P(WithTwoGpus, DescribesThem) {
  const auto devices = plugin().find(1);
  ASSERT_THAT(devices, SizeIs(2));
  EXPECT_EQ(devices[1].name, "Emulated GPU 1");
  EXPECT_EQ(devices[1].api, "CUDA 12.4");
  EXPECT_TRUE(devices[1].is_gpu);
  EXPECT_EQ(devices[1].limits.max_threads, 1024);
  EXPECT_EQ(devices[1].limits.max_along, (Index{1024, 1024, 64}));
  EXPECT_EQ(devices[1].limits.max_shared_bytes, 227U * 1024U) << "what a kernel may ask for, not what it has anyway";
  EXPECT_GT(plugin().priority(devices[1]), 10) << "before OpenCL GPUs";
}

TEST_P(WithTwoGpus, OpensTheOneThatIsAskedFor) {
  const auto device = open_device("", {"device=1"});
  EXPECT_EQ(device->description().name, "Emulated GPU 1");
  EXPECT_GT(device->description().memory_free, 0U);
  EXPECT_EQ(open_device("", {"device=0"})->description().name, "Emulated GPU 0");
  EXPECT_THAT([] { open_device("", {"device=2"}); }, ThrowsMessage<Error>(HasSubstr("nopal found 2 CUDA devices")));
  EXPECT_THAT([] { open_device("", {"device=one"}); }, ThrowsMessage<Error>(HasSubstr("\"device=<number>\"")));
  EXPECT_THAT([] { open_device("", {"platform=x"}); }, ThrowsMessage<Error>(HasSubstr("does not know \"platform=x\"")));
}

TEST_P(WithTwoGpus, GivesAllMemoryBack) {
  const auto free = [] { return open_device()->description().memory_free; };
  const std::size_t before = free();
  {
    const auto device = open_device();
    const SlotStorage slot = slot_storage({0, 0}, {0, 0, 0}, {1000, 10, 10});
    device->create_variables({&slot, 1});
    std::vector<double> host(static_cast<std::size_t>(slot.layout.size));
    const Strip strip{{0, 0}, {{0, 0, 0}, {100, 1, 1}}, 0};
    device->unpack_from_host({&strip, 1}, reinterpret_cast<const std::byte*>(host.data()), 800);
    device->pack_to_host({&strip, 1}, reinterpret_cast<std::byte*>(host.data()), 800);
    std::byte* staging = device->allocate_staging(4096);
    device->free_staging(staging);
  }
  EXPECT_EQ(free(), before);
}
INSTANTIATE_TEST_SUITE_P(, WithTwoGpus, ::testing::Values("two_gpus"));

} // namespace
} // namespace nopal::test
