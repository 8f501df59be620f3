// The key of a compiled kernel: keys differ if any part differs, and no part can run into the next one.

#include "core/kernel_cache/key.hpp"

#include <gmock/gmock.h>

#include <set>
#include <vector>

namespace nopal::test {
namespace {

KernelKey some_key() {
  KernelKey key;
  key.kind = "opencl";
  key.compiler = "A platform, version 1, driver 2";
  key.options = "-cl-std=CL1.2";
  key.device = "A device";
  key.entry = "nopal_rows";
  key.source = "#define NOPAL_KERNEL __kernel\nbody\n";
  return key;
}

TEST(KernelKey, EachPartAloneMakesAnotherKey) {
  std::vector<KernelKey> keys(8, some_key());
  keys[1].dialect += "1";
  keys[2].kind = "cuda";
  keys[3].compiler = "A platform, version 1, driver 3";
  keys[4].options += " -DNOPAL_CONTRACT";
  keys[5].device = "A Device";
  keys[6].entry = "nopal_points";
  keys[7].source += "\n";
  std::set<std::string> texts;
  for (const KernelKey& key : keys) texts.insert(key.text());
  EXPECT_EQ(texts.size(), keys.size());
}

TEST(KernelKey, PartsDoNotRunOverIntoEachOther) {
  KernelKey a = some_key();
  KernelKey b = some_key();
  a.options = "x\n8\ndevice";
  a.device = "";
  b.options = "x";
  b.device = "8\ndevice";
  EXPECT_NE(a.text(), b.text());
}

TEST(KernelKey, NamesThisVersion) {
  EXPECT_THAT(kernel_dialect(), ::testing::MatchesRegex("nopal [0-9.]+, plugin ABI [0-9]+"));
  EXPECT_EQ(KernelKey().dialect, kernel_dialect());
}

TEST(KernelKey, IsReadBackWhole) {
  KernelKey key = some_key();
  key.source += std::string("\0 zero and source 3\nabc\n", 24);
  const auto read = KernelKey::read(key.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), key.text());
  EXPECT_EQ(read->compiler, key.compiler);
  EXPECT_EQ(read->source, key.source);
}

TEST(KernelKey, IsNotReadFromAnythingElse) {
  const std::string text = some_key().text();
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(KernelKey::read(std::string_view(text).substr(0, length))) << length;
  EXPECT_FALSE(KernelKey::read(text + "x"));
  EXPECT_FALSE(KernelKey::read("dialect 99999999999999999999999\n"));
  EXPECT_FALSE(KernelKey::read("dialect -1\n"));
  EXPECT_FALSE(KernelKey::read("dialect 18446744073709551615\nx\n"));
}

} // namespace
} // namespace nopal::test
