#include "driver/control/request_files.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace nopal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Files : public testing::Test {
protected:
  void put(const char* name, const std::string& text = "") { std::ofstream(temporary.path() / name) << text; }
  bool has(const char* name) const { return std::filesystem::exists(temporary.path() / name); }
  /// Looks until there is a request. Looks are one second apart.
  FileRequests next(std::int64_t iteration) {
    for (int n = 0; n < 100; ++n) {
      FileRequests found = files.take(iteration);
      if (found.terminate || found.checkpoint || !found.steering.empty()) return found;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ADD_FAILURE() << "nothing has come";
    return {};
  }

  test::TemporaryFolder temporary;
  RequestFiles files{temporary.path().string()};
};

TEST_F(Files, AreHeededOnceAndRemoved) {
  put("terminate");
  const FileRequests first = next(3);
  EXPECT_TRUE(first.terminate);
  EXPECT_FALSE(first.checkpoint);
  EXPECT_FALSE(has("terminate"));
  put("checkpoint");
  const FileRequests second = next(4);
  EXPECT_FALSE(second.terminate);
  EXPECT_TRUE(second.checkpoint);
  EXPECT_FALSE(has("checkpoint"));
}

TEST_F(Files, OfAnEarlierRunAreNotHeeded) {
  put("terminate");
  put("steer.yaml", "tsv: {every: 1}");
  EXPECT_THAT(files.remove_old(), ElementsAre("steer.yaml", "terminate"));
  EXPECT_FALSE(has("terminate"));
  EXPECT_THAT(files.remove_old(), IsEmpty());
}

TEST_F(Files, SteeringIsReadOnceItNoLongerGrows) {
  put("steer.yaml", "tsv: {ev");
  EXPECT_EQ(files.take(1).steering, "") << "the first look only notes its size";
  put("steer.yaml", "tsv: {every: 10}");
  const FileRequests found = next(7);
  EXPECT_EQ(found.steering, "tsv: {every: 10}");
  EXPECT_FALSE(has("steer.yaml"));
  EXPECT_TRUE(has("steered_00000007.yaml"));
}

} // namespace
} // namespace nopal
