// A device plugin that does as NOPAL_SHAKY says when it is asked for its devices. `device: auto` would take its devices
// first, but none of them can be opened.

#include "nopal/device.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace nopal;

/// Crashes. A process that it has started keeps the pipes open until the program that asks for devices has ended.
[[noreturn]] void leave_a_process() {
  const pid_t asking = getppid();
  if (fork() != 0) std::abort();
  while (kill(asking, 0) == 0) usleep(100'000);
  _exit(0);
}

class Shaky final : public DevicePlugin {
public:
  std::vector<DeviceDescription> find(int threads) override {
    const char* wish = std::getenv("NOPAL_SHAKY");
    const std::string how = wish != nullptr ? wish : "none";
    std::puts("{\"printed\": \"by a library\"}");
    std::fflush(stdout);
    std::fputs("first words\nshaky: assertion failed: no /sys\n\n", stderr);
    if (how == "abort") std::abort();
    if (how == "exit") std::exit(3);
    if (how == "throw") throw Error("the driver is too old");
    while (how == "hang") pause();
    if (how == "terminate") std::raise(SIGTERM);
    if (how == "leaves_a_process") leave_a_process();
    if (how == "none") return {};
    DeviceDescription device;
    device.name = "Shaky \xff one";
    device.api = "Shaky 1.0";
    device.native = "opencl";
    device.is_gpu = true;
    device.memory_total = std::size_t{80} << 30;
    device.memory_free = 12345;
    device.allocation_limit = 678;
    device.limits = {1024, {1024, 512, 64}, 49152};
    device.compute_units = threads;
    return {device, device};
  }
  std::string why_none() override { return "nothing is plugged in"; }
  int priority(const DeviceDescription&) const override { return 1000; }
  std::unique_ptr<Device> open(const DeviceOptions&) override { throw Error("it cannot be opened"); }
};

} // namespace

NOPAL_DEVICE(shaky, Shaky)
