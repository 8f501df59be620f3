// Limits of blocks, and the errors if a block needs more.

#include "core/kernels/block_limits.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace block_limits_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t some = 48 << 10;
const BlockPlace serial{"serial (accelerator.host)", {1, {}, some}},
    fibers{"fibers (accelerator.host)", {1024, {}, 1 << 20}},
    opencl{"opencl (accelerator.device, a GPU)", {256, {256, 256, 64}, some}};
const BlockPlace all[] = {serial, fibers, opencl};

std::string refusal(const Index& threads, std::size_t shared_bytes, std::size_t dynamic_bytes,
                    const BlockPlace& place) {
  KernelBlocks blocks{};
  blocks.shared_bytes = shared_bytes;
  Kernel kernel{};
  kernel.thorn = "wave";
  kernel.name = "turn";
  kernel.blocks = &blocks;
  const BlockShape shape{threads, dynamic_bytes};
  return fits(kernel, shape, place.limits) ? "" : block_refusal(kernel, shape, place, all);
}

TEST(BlockLimits, AreMet) {
  EXPECT_EQ(refusal({1, 1, 1}, some, 0, serial), "");
  EXPECT_EQ(refusal({8, 8, 4}, 0, some, opencl), "");
}

TEST(BlockLimits, SuitableThreads) {
  const auto threads = [](const std::vector<BlockPlace>& places) { return suitable_threads(places); };
  const BlockPlace gpu{"gpu", {1024, {}, some}, true};
  EXPECT_EQ(threads({gpu}), 256);
  EXPECT_EQ(threads({serial}), 1);
  EXPECT_EQ(threads({fibers}), 16);
  EXPECT_EQ(threads({gpu, fibers}), 16) << "the kernel runs at both places";
  EXPECT_EQ(threads({{"narrow", {1024, {100, 0, 0}, some}, true}}), 64) << "a power of 2";
}

TEST(BlockLimits, OfThreads) {
  EXPECT_EQ(refusal({8, 8, 1}, 0, 0, serial),
            "kernel turn of thorn wave: a block needs 8 x 8 x 1 threads, but serial (accelerator.host) has at most 1; "
            "these backends have enough: fibers (accelerator.host), opencl (accelerator.device, a GPU)");
  EXPECT_THAT(refusal({8, 8, 5}, 0, 0, opencl),
              AllOf(HasSubstr("has at most 256; these backends have enough: fibers ")));
  EXPECT_THAT(refusal({32, 32, 2}, 0, 0, fibers), HasSubstr("no backend of this machine has enough"));
}

TEST(BlockLimits, OfThreadsAlongOneAxis) {
  EXPECT_EQ(refusal({1, 1, 64}, 0, 0, opencl), "");
  EXPECT_THAT(refusal({1, 1, 65}, 0, 0, opencl),
              HasSubstr("a block needs 1 x 1 x 65 threads, but opencl (accelerator.device, a GPU) has at most 64 "
                        "along k; these backends have enough: fibers (accelerator.host)"));
}

TEST(BlockLimits, AreTold) {
  EXPECT_EQ(limits_text(serial.limits), "1 thread a block, 48.0 KiB of shared memory");
  EXPECT_EQ(limits_text(fibers.limits), "1024 threads a block, 1.0 MiB of shared memory");
  EXPECT_EQ(limits_text(opencl.limits), "256 threads a block (at most 256 x 256 x 64), 48.0 KiB of shared memory");
}

TEST(BlockLimits, OfSharedMemory) {
  // The array without extent begins at a multiple of 16 bytes.
  EXPECT_EQ(refusal({1, 1, 1}, some - 16, 16, opencl), "");
  EXPECT_THAT(refusal({1, 1, 1}, some - 15, 8, opencl),
              AllOf(HasSubstr("needs 49160 bytes of shared memory, but opencl"), HasSubstr("has at most 49152"),
                    HasSubstr("these backends have enough: fibers (accelerator.host)")));
}

} // namespace block_limits_test
} // namespace nopal::test
