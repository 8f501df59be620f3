#include "core/kernel_cache/kept_result.hpp"

#include "core/kernel_cache/entry.hpp"
#include "core/kernel_cache/folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace nopal::test {
namespace {

KernelKey key_of(const std::string& source) {
  KernelKey key;
  key.kind = "opencl";
  key.device = "a device";
  key.entry = "way";
  key.source = source;
  return key;
}

TEST(KeptResult, IsFoundByItsKeyOnly) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  EXPECT_EQ(kept_result(folder, key_of("a")), std::nullopt);
  keep_result(folder, key_of("a"), "thorn::stencil (its way)", "tiles");
  EXPECT_EQ(kept_result(folder, key_of("a")), "tiles");
  EXPECT_EQ(kept_result(folder, key_of("b")), std::nullopt);
  keep_result(folder, key_of("a"), "thorn::stencil (its way)", "stages");
  EXPECT_EQ(kept_result(folder, key_of("a")), "stages") << "a later result replaces it";
}

TEST(KeptResult, IsSmallHoweverLongTheSourceIs) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  const std::string source(1 << 20, 'x');
  keep_result(folder, key_of(source), "thorn::stencil (its way)", "tiles");
  EXPECT_EQ(kept_result(folder, key_of(source)), "tiles");
  EXPECT_EQ(kept_result(folder, key_of(source + "y")), std::nullopt);
  EXPECT_LT(cached_kernels(folder).at(0).bytes, 1000U);
}

TEST(KeptResult, OfAnEarlierNopalWithTheWholeSourceIsDropped) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  const std::string text = key_of("a").text();
  ASSERT_EQ(publish_entry(entry_path(folder, text), {"thorn::stencil (its way)", text, "tiles"}), "");
  EXPECT_EQ(kept_result(folder, key_of("b")), std::nullopt);
  EXPECT_EQ(cached_kernels(folder).size(), 1U) << "it belongs to another key";
  EXPECT_EQ(kept_result(folder, key_of("a")), std::nullopt);
  EXPECT_TRUE(cached_kernels(folder).empty());
}

TEST(KeptResult, IsListedWithTheKernels) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  keep_result(folder, key_of("a"), "thorn::stencil (its way)", "tiles");
  const std::vector<CachedKernel> listed = cached_kernels(folder);
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].label, "thorn::stencil (its way)");
  EXPECT_EQ(listed[0].thorn(), "thorn");
  EXPECT_EQ(listed[0].trouble, "");
}

TEST(KeptResult, MakesItsFolder) {
  const TemporaryFolder temporary;
  const std::string folder = (temporary.path() / "a" / "b").string();
  EXPECT_EQ(kept_result(folder, key_of("a")), std::nullopt);
  keep_result(folder, key_of("a"), "thorn::stencil (its way)", "tiles");
  EXPECT_EQ(kept_result(folder, key_of("a")), "tiles");
}

TEST(KeptResult, IsNotThereIfTheFolderCannotBeMade) {
  const TemporaryFolder temporary;
  const std::string file = (temporary.path() / "file").string();
  std::ofstream(file) << "no folder";
  keep_result(file + "/b", key_of("a"), "thorn::stencil (its way)", "tiles");
  EXPECT_EQ(kept_result(file + "/b", key_of("a")), std::nullopt);
  keep_result("", key_of("a"), "thorn::stencil (its way)", "tiles");
  EXPECT_EQ(kept_result("", key_of("a")), std::nullopt);
}

TEST(KeptResult, IsNotReadFromADamagedFile) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  keep_result(folder, key_of("a"), "thorn::stencil (its way)", "tiles");
  std::ofstream(cached_kernels(folder).at(0).path, std::ios::app) << "more";
  EXPECT_EQ(kept_result(folder, key_of("a")), std::nullopt);
}

} // namespace
} // namespace nopal::test
