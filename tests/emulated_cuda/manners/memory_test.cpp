// Error messages for too little memory.

#include "scene.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Memory : public ::testing::Test {
protected:
  void TearDown() override {
    scene_.device.reset();
    emulated().mend();
  }
  Scene scene_;
};

TEST_F(Memory, OfAVariableThatDoesNotFitIsNamed) {
  scene_.open();
  scene_.create();
  const std::size_t total = scene_.device->description().memory_total;
  SlotStorage large = slot_storage({2, 1}, {0, 0, 0}, {static_cast<long>(total / 8), 1, 1});
  large.variable = "test::large";
  const std::size_t asked = static_cast<std::size_t>(large.layout.size) * 8;
  const std::size_t held = 2 * static_cast<std::size_t>(scene_.layout.size) * 8 + 64;
  EXPECT_THAT(error_of([&] { scene_.device->create_variables({&large, 1}); }),
              AllOf(StartsWith("out of memory on the CUDA device Emulated GPU 0: nopal asked for " +
                               std::to_string(asked) + " bytes ("),
                    HasSubstr("for test::large@1 (points "), HasSubstr("cuMemAlloc says CUDA_ERROR_OUT_OF_MEMORY ("),
                    HasSubstr(" " + std::to_string(total - held) + " bytes ("),
                    HasSubstr(" of " + std::to_string(total) + " bytes ("),
                    HasSubstr("This process already holds " + std::to_string(held) + " bytes ("),
                    HasSubstr("Use fewer cells")));
}

TEST_F(Memory, ThatWasGivenBackIsNotHeld) {
  scene_.open();
  scene_.create();
  const auto asked = [&] {
    emulated().fail("cuMemAlloc", out_of_memory);
    SlotStorage more = slot_storage({3, 0}, {0, 0, 0}, {10, 1, 1});
    const std::string error = error_of([&] { scene_.device->create_variables({&more, 1}); });
    return error.substr(error.find("This process already holds"));
  };
  const std::string before = asked();
  EXPECT_THAT(before, StartsWith("This process already holds "));
  scene_.device.reset();
  scene_.open();
  scene_.create();
  EXPECT_EQ(asked(), before);
}

TEST_F(Memory, OfAGhostExchangeNamesItsVariables) {
  scene_.open();
  scene_.create();
  emulated().fail("cuMemAlloc", out_of_memory);
  EXPECT_THAT(error_of([&] { scene_.pre_sync(); }),
              AllOf(HasSubstr("asked for 64 bytes for the strips of a ghost exchange of test::a@0;")));
}

TEST_F(Memory, ThatIsPageLockedIsTheHosts) {
  scene_.open();
  std::byte* held = scene_.device->allocate_staging(4096);
  emulated().fail("cuMemHostAlloc", out_of_memory);
  EXPECT_THAT(error_of([&] { scene_.device->allocate_staging(12345); }),
              AllOf(StartsWith("out of memory on the host: nopal asked for 12345 bytes of page-locked memory"),
                    HasSubstr("cuMemHostAlloc says CUDA_ERROR_OUT_OF_MEMORY"), HasSubstr("holds 4096 bytes")));
  scene_.device->free_staging(held);
}

TEST_F(Memory, ThatIsPinnedIsLetGo) {
  scene_.open();
  scene_.create();
  for (int turn = 0; turn < 2; ++turn) {
    const std::shared_ptr<void> pinned = scene_.pin();
    EXPECT_NE(pinned, nullptr);
    EXPECT_EQ(emulated().registered(), 1);
    EXPECT_EQ(scene_.pin(), nullptr) << "it is pinned already";
    scene_.send();
    scene_.device->wait(scene_.ticket);
    EXPECT_EQ(emulated().registered(), 1);
  }
  EXPECT_EQ(emulated().registered(), 0);
}

TEST_F(Memory, ThatCannotBePinnedIsNoError) {
  scene_.open();
  scene_.create();
  emulated().fail("cuMemHostRegister", out_of_memory);
  EXPECT_EQ(error_of([&] { EXPECT_EQ(scene_.pin(), nullptr); }), "");
  EXPECT_EQ(emulated().registered(), 0);
  scene_.to_device();
  scene_.send();
  EXPECT_EQ(error_of([&] { scene_.device->wait(scene_.ticket); }), "");
  EXPECT_NE(scene_.pin(), nullptr) << "another time it works";
  EXPECT_EQ(emulated().registered(), 0);
}

TEST_F(Memory, IsLetGoByADeviceThatHasFailed) {
  scene_.open();
  scene_.create();
  scene_.load();
  std::shared_ptr<void> pinned = scene_.pin();
  emulated().fault(illegal_address);
  scene_.launch();
  EXPECT_NE(error_of([&] { scene_.device->finish(); }), "");
  pinned.reset();
  EXPECT_EQ(emulated().registered(), 0);
}

TEST_F(Memory, OfAMovedWindowIsTheSame) {
  scene_.open();
  scene_.create();
  void* const before = scene_.device->native()->pointer(Scene::b);
  scene_.move_windows();
  EXPECT_EQ(scene_.device->native()->pointer(Scene::b), before);
}

} // namespace
} // namespace nopal::test
