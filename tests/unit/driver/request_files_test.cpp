#include "driver/control/request_files.hpp"

#include "core/files/existing_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

namespace nopal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Files : public testing::Test {
protected:
  void put(const char* name, const std::string& text = "") { std::ofstream(temporary.path() / name) << text; }
  bool has(const char* name) const { return std::filesystem::exists(temporary.path() / name); }
  /// Looks until there is a request.
  FileRequests next(std::int64_t iteration) {
    for (int n = 0; n < 100; ++n) {
      FileRequests found = files.take(iteration);
      if (found.terminate || found.checkpoint || !found.steering.empty()) return found;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "nothing has come";
    return {};
  }

  test::TemporaryFolder temporary;
  RequestFiles files{temporary.path().string(), std::chrono::milliseconds(0)};
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

TEST(RequestFiles, AreLookedForOnceInAWhile) {
  const test::TemporaryFolder temporary;
  RequestFiles files(temporary.path().string(), std::chrono::hours(1));
  files.take(1);
  std::ofstream(temporary.path() / "terminate") << "";
  EXPECT_FALSE(files.take(2).terminate);
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

TEST_F(Files, SteeringWaitsWhileItIsLeft) {
  put("steer.yaml", "tsv: {every: 10}");
  for (int n = 0; n < 3; ++n) EXPECT_EQ(files.take(n, true).steering, "");
  EXPECT_TRUE(has("steer.yaml"));
  EXPECT_EQ(next(4).steering, "tsv: {every: 10}");
}

TEST_F(Files, ThatAreWrittenSlowlyAreReadAtTheEnd) {
  std::ofstream writer(temporary.path() / "steer.yaml");
  writer << "tsv: {every: ";
  writer.flush();
  if (!ExistingFile(temporary.path() / "steer.yaml").is_being_written()) GTEST_SKIP() << "the file system cannot tell";
  for (int n = 0; n < 3; ++n) EXPECT_EQ(files.take(1).steering, "");
  writer << "10}";
  writer.close();
  EXPECT_EQ(next(2).steering, "tsv: {every: 10}");
}

/// Keeps what is logged while the object exists.
class Log {
public:
  Log() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
  }
  ~Log() { spdlog::set_default_logger(before_); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  std::string text() const { return text_.str(); }

private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

TEST_F(Files, ThatAreNoFilesAreRefusedOnce) {
  const Log log;
  const std::filesystem::path path = temporary.path() / "steer.yaml";
  const std::function<void()> makers[] = {[&] { std::filesystem::create_directory(path); },
                                          [&] { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); },
                                          [&] { std::filesystem::create_symlink("nowhere", path); },
                                          [&] { std::filesystem::create_symlink("/dev/zero", path); },
                                          [&] { put("steer.yaml", std::string(100'000, '#')); }};
  for (const auto& make : makers) {
    make();
    for (int n = 0; n < 3; ++n) EXPECT_EQ(files.take(n).steering, "");
    std::filesystem::remove(path);
    files.take(4);
  }
  for (const char* why : {"it is a folder", "it is a pipe", "a link to a file that does not exist", "it is a device",
                          "it has 97.7 KiB, and at most 64.0 KiB are allowed here"}) {
    const std::string text = log.text();
    const std::size_t first = text.find(why);
    EXPECT_NE(first, std::string::npos) << why << " in " << text;
    EXPECT_EQ(text.find(why, first + 1), std::string::npos) << why << " in " << text;
  }
}

} // namespace
} // namespace nopal
