#include "driver/setup/kernel_cache_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace nopal {
namespace {

void expect_folder(const char* path, const char* origin) {
  const KernelCacheFolder folder = kernel_cache_folder();
  EXPECT_EQ(folder.path, path);
  EXPECT_EQ(folder.origin, origin);
}

TEST(KernelCacheFolder, FollowsTheEnvironment) {
  setenv("NOPAL_CACHE", "/some/where", 1);
  expect_folder("/some/where", "NOPAL_CACHE says so");
  setenv("NOPAL_CACHE", "", 1);
  expect_folder("", "NOPAL_CACHE is empty");
  unsetenv("NOPAL_CACHE");
  setenv("HOME", "/home/somebody", 1);
  setenv("XDG_CACHE_HOME", "/caches", 1);
  expect_folder("/caches/nopal", "the default, in XDG_CACHE_HOME");
  setenv("XDG_CACHE_HOME", "not/absolute", 1);
  expect_folder("/home/somebody/.cache/nopal", "the default, in HOME");
  unsetenv("XDG_CACHE_HOME");
  expect_folder("/home/somebody/.cache/nopal", "the default, in HOME");
  unsetenv("HOME");
  expect_folder("", "neither NOPAL_CACHE nor HOME is set");
}

} // namespace
} // namespace nopal
