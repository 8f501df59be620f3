// The program nopal-devices: asks one device plugin for its devices and writes the answer to standard output. nopal
// starts it, so that a library that crashes or hangs does so here. It knows no MPI. usage: nopal-devices NAME LIBRARY
// THREADS

#include "core/base/error.hpp"
#include "core/device/device_plugin.hpp"
#include "core/plugins/loader.hpp"
#include "driver/devices/device_answer.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

using namespace nopal;

namespace {

DeviceAnswer ask(const std::string& name, const std::string& library, int threads) {
  DeviceAnswer answer;
  try {
    DevicePlugin& plugin = *load_plugin(library, "device", name).device();
    answer.opens = true;
    answer.devices = plugin.find(threads);
    for (const DeviceDescription& device : answer.devices) answer.priorities.push_back(plugin.priority(device));
    if (answer.devices.empty()) answer.trouble = plugin.why_none();
  } catch (const std::exception& error) {
    answer.devices.clear();
    answer.priorities.clear();
    answer.trouble = error.what();
  }
  return answer;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: nopal-devices NAME LIBRARY THREADS\nnopal calls this program; see `nopal list devices`\n",
               stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL); // a run that ends leaves nothing behind
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none); // a crash is told by nopal
  // Libraries may print. Only the answer goes to standard output.
  const int output = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const std::string text = answer_text(ask(argv[1], argv[2], static_cast<int>(std::strtol(argv[3], nullptr, 10))));
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(output, text.data() + done, text.size() - done);
    if (n <= 0) _exit(1);
    done += static_cast<std::size_t>(n);
  }
  _exit(0); // without the ends of the libraries, which can hang, too
}
