// `nopal cache`: shows and removes compiled kernels.

#include "driver/commands/commands.hpp"
#include "driver/loop/progress.hpp"
#include "driver/setup/kernel_cache_folder.hpp"
#include "driver/setup/memory.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"
#include "core/kernel_cache/folder.hpp"
#include "core/kernel_cache/kernel_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace nopal {

namespace {

std::string count_text(std::size_t n, const std::string& what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string age_text(const CachedKernel& kernel) {
  const std::chrono::duration<double> age = std::chrono::system_clock::now() - kernel.written;
  return duration_text(std::max(0.0, age.count())) + " old";
}

std::string device_line(const KernelKey& key) {
  return fmt::format("  {}: {}; compiler {} ({})\n", key.kind, key.device, key.compiler, key.dialect);
}

std::string kernels_text(const std::vector<CachedKernel>& kernels) {
  std::string text;
  std::string device;
  for (const CachedKernel& kernel : kernels) {
    if (!kernel.trouble.empty()) continue;
    if (const std::string line = device_line(kernel.key); line != device) text += device = line;
    text += fmt::format("    {}: {}, {}; options {}\n", kernel.label, bytes_text(kernel.bytes), age_text(kernel),
                        kernel.key.options);
  }
  return text;
}

std::string damaged_text(const std::vector<CachedKernel>& kernels) {
  std::string text;
  for (const CachedKernel& kernel : kernels)
    if (!kernel.trouble.empty()) text += fmt::format("    {}: {}\n", kernel.path, kernel.trouble);
  return text.empty() ? text : "  damaged; a run that needs them compiles them again:\n" + text;
}

void check_known(const std::string& what, const std::string& found, const std::set<std::string>& known) {
  if (found.empty() || known.contains(found)) return;
  const std::vector<std::string> names(known.begin(), known.end());
  throw Error(fmt::format("`nopal cache clear`: there is no {0} \"{1}\"{2}; `nopal list {0}s` shows the names", what,
                          found, did_you_mean(found, names)));
}

// Throws Error if a device plugin or a thorn of this name is neither installed nor in the cache.
void check_names(const std::vector<CachedKernel>& kernels, const std::string& device, const std::string& thorn) {
  const SearchPath path = SearchPath::standard();
  std::set<std::string> devices;
  std::set<std::string> thorns{"nopal"};
  for (const auto& [name, file] : path.devices()) devices.insert(name);
  for (const std::string& name : path.thorn_names()) thorns.insert(name);
  for (const CachedKernel& kernel : kernels) {
    if (!kernel.trouble.empty()) continue;
    devices.insert(kernel.key.kind);
    thorns.insert(kernel.thorn());
  }
  check_known("device", device, devices);
  check_known("thorn", thorn, thorns);
}

std::size_t foreign_files(const std::string& folder) {
  std::error_code error;
  std::size_t n = 0;
  for (std::filesystem::directory_iterator file(folder, error); file != std::filesystem::directory_iterator();
       file.increment(error))
    if (cache_file(file->path().filename().string()) == CacheFile::foreign || file->is_directory(error)) ++n;
  return n;
}

} // namespace

std::string cache_show_text() {
  const KernelCacheFolder folder = kernel_cache_folder();
  if (folder.path.empty()) return fmt::format("compiled kernels are not kept: {}\n", folder.origin);
  const std::vector<CachedKernel> kernels = cached_kernels(folder.path);
  std::uintmax_t bytes = 0;
  for (const CachedKernel& kernel : kernels) bytes += kernel.bytes;
  return fmt::format("compiled kernels in {} ({}):\n{}{}  {}, {}; at most {} are kept\n", folder.path, folder.origin,
                     kernels_text(kernels), damaged_text(kernels), count_text(kernels.size(), "kernel"),
                     bytes_text(bytes), bytes_text(KernelCacheLimits().bytes));
}

std::string clear_cache(const std::string& device, const std::string& thorn) {
  const KernelCacheFolder folder = kernel_cache_folder();
  std::vector<CachedKernel> kernels;
  if (!folder.path.empty()) kernels = cached_kernels(folder.path);
  check_names(kernels, device, thorn);
  if (folder.path.empty()) return fmt::format("nothing to clear: compiled kernels are not kept ({})\n", folder.origin);
  const bool all = device.empty() && thorn.empty();
  std::erase_if(kernels, [&](const CachedKernel& kernel) {
    if (std::filesystem::is_directory(kernel.path)) return true;
    if (all) return false;
    return !kernel.trouble.empty() || (!device.empty() && kernel.key.kind != device) ||
           (!thorn.empty() && kernel.thorn() != thorn);
  });
  const Removed removed = remove_kernels(kernels);
  std::string text;
  for (const CachedKernel& kernel : kernels)
    text += kernel.trouble.empty()
                ? fmt::format("  {}, {}, options {}\n", kernel.label, kernel.key.kind, kernel.key.options)
                : fmt::format("  {}: {}\n", kernel.path, kernel.trouble);
  text += fmt::format("removed {}, {}, from {} ({})\n", count_text(removed.files, "kernel"), bytes_text(removed.bytes),
                      folder.path, folder.origin);
  if (!all) return text;
  if (const Removed leftovers = remove_leftovers(folder.path, std::chrono::seconds{0}); leftovers.files > 0)
    text += fmt::format("removed {} of runs that were killed\n", count_text(leftovers.files, "file"));
  if (const std::size_t others = foreign_files(folder.path); others > 0)
    text += fmt::format("left {} that nopal did not make\n", count_text(others, "file"));
  return text;
}

} // namespace nopal
