// Compares `nopal list backends` with the traits that core and the plugins report.

#include "core/base/bytes_text.hpp"
#include "core/device/device_plugin.hpp"
#include "core/host/host_backend.hpp"
#include "core/kernels/block_limits.hpp"
#include "core/plugins/host_backends.hpp"
#include "core/plugins/loader.hpp"
#include "driver/commands/commands.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace nopal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The rows of one backend: label and text.
using Rows = std::vector<std::pair<std::string, std::string>>;

Rows rows_of(const std::string& backend, const SearchPath& path) {
  std::istringstream lines(backends_text(path));
  Rows rows;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    ")) {
      const std::size_t end = line.find_last_not_of(' ', 24);
      if (inside) rows.emplace_back(line.substr(4, end - 3), line.substr(25));
    } else {
      inside = line.starts_with("  " + backend + " ");
    }
  }
  return rows;
}

std::vector<std::string> texts(const Rows& rows, const std::string& label) {
  std::vector<std::string> found;
  for (const auto& [name, text] : rows)
    if (name == label) found.push_back(text);
  return found;
}

void expect_manners(const Rows& rows, const BackendTraits& traits) {
  EXPECT_THAT(texts(rows, "blocks of a grid"), ElementsAre(traits.blocks));
  EXPECT_THAT(texts(rows, "threads of a block"), ElementsAre(traits.threads));
  EXPECT_THAT(texts(rows, "index of a thread"), ElementsAre(traits.index));
  EXPECT_THAT(texts(rows, "shared memory"), ElementsAre(traits.shared));
  EXPECT_THAT(texts(rows, "block sync"), ElementsAre(traits.sync));
  EXPECT_THAT(texts(rows, "atomics"), ElementsAre(traits.atomics));
}

TEST(ListBackends, HostBackendsAreAsTheySay) {
  const SearchPath path = SearchPath::standard();
  for (const std::string& name : host_backend_names(path)) {
    const auto backend = make_host_backend(name, 1, path);
    const BackendTraits& traits = backend->traits();
    const Rows rows = rows_of(name, path);
    EXPECT_THAT(texts(rows, "devices"), ElementsAre(traits.devices)) << name;
    EXPECT_THAT(texts(rows, "library"), ElementsAre(traits.library));
    expect_manners(rows, traits);
    EXPECT_THAT(texts(rows, "limits"), ElementsAre(HasSubstr(std::to_string(traits.limits.max_threads) + " thread")));
    EXPECT_THAT(texts(rows, "limits"), ElementsAre(HasSubstr(bytes_text(traits.limits.max_shared_bytes))));
  }
}

TEST(ListBackends, DevicesAreThoseThatThePluginsFind) {
  const SearchPath path = SearchPath::standard();
  int listed = 0;
  for (const auto& [name, library] : path.devices()) {
    DevicePlugin& plugin = *load_plugin(library, "device", name).device();
    const Rows rows = rows_of(name, path);
    if (plugin.traits().blocks.empty()) {
      EXPECT_TRUE(rows.empty()) << name << " is no backend of its own";
      continue;
    }
    ++listed;
    expect_manners(rows, plugin.traits());
    const auto devices = plugin.find(0);
    if (devices.empty()) {
      EXPECT_THAT(texts(rows, "devices"), ElementsAre("none: " + plugin.why_none()));
      EXPECT_TRUE(texts(rows, "limits").empty());
      continue;
    }
    ASSERT_EQ(texts(rows, "limits").size(), devices.size());
    for (std::size_t d = 0; d < devices.size(); ++d) {
      EXPECT_EQ(texts(rows, "devices")[d], devices[d].name);
      EXPECT_EQ(texts(rows, "library")[d], devices[d].api);
      EXPECT_EQ(texts(rows, "limits")[d], limits_text(devices[d].limits));
    }
  }
  EXPECT_EQ(listed, 2) << "opencl and cuda";
}

TEST(ListBackends, AMissingLibraryIsSaid) {
  const Rows rows = rows_of("fibers", SearchPath({"/nowhere/nopal"}));
  EXPECT_THAT(texts(rows, "devices"), ElementsAre(HasSubstr("none: the host backend \"fibers\" is not installed")));
}

} // namespace
} // namespace nopal
