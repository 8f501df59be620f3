#include "driver/setup/host_memory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace nopal {
namespace {

namespace fs = std::filesystem;

// Writes files that replace the memory information of a machine.
class AvailableHostMemory : public testing::Test {
protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("nopal-host-memory-" + std::to_string(getpid()));
    write("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable: 4000 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  AvailableMemory available() const { return available_host_memory(root_.string()); }
  fs::path root_;
};

TEST_F(AvailableHostMemory, IsWhatTheNodeHas) {
  EXPECT_EQ(available().bytes, 4000u * 1024);
  EXPECT_EQ(available().limit, "memory of the node");
}

TEST_F(AvailableHostMemory, IsLimitedByAControlGroupOfVersion2AndItsParents) {
  write("proc/self/cgroup", "0::/jobs/one\n");
  write("sys/fs/cgroup/jobs/one/memory.max", "max\n");
  write("sys/fs/cgroup/jobs/one/memory.current", "1000\n");
  EXPECT_EQ(available().bytes, 4000u * 1024);
  write("sys/fs/cgroup/jobs/memory.max", "1000000\n");
  write("sys/fs/cgroup/jobs/memory.current", "600000\n");
  write("sys/fs/cgroup/jobs/memory.stat", "anon 1\ninactive_file 100000\n");
  EXPECT_EQ(available().bytes, 500000u);
  EXPECT_EQ(available().limit, "limit of the control group /jobs");
}

TEST_F(AvailableHostMemory, IsLimitedByAControlGroupOfVersion1) {
  write("proc/self/cgroup", "5:cpu,cpuacct:/elsewhere\n4:memory:/job\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "500000\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "200000\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "200000\n");
  EXPECT_EQ(available().bytes, 300000u);
}

TEST_F(AvailableHostMemory, OfAFullControlGroupIsNothing) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "1000\n");
  write("sys/fs/cgroup/memory.current", "5000\n");
  EXPECT_EQ(available().bytes, 0u);
}

TEST(HostMemoryOfThisMachine, IsNotNothing) { EXPECT_GT(available_host_memory().bytes, 0u); }

} // namespace
} // namespace nopal
