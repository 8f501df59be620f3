#include "driver/setup/host_choice.hpp"

#include "driver/session/failure.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

std::unique_ptr<HostBackend> choose_host(const Session& session, const SearchPath& path, const Parameters& parameters,
                                         const Threads& threads) {
  const std::string& wanted = parameters.string("accelerator::host");
  return together(session, [&] {
    try {
      const auto devices = path.devices();
      if (std::any_of(devices.begin(), devices.end(), [&](const auto& device) { return device.first == wanted; }))
        throw Error(fmt::format("accelerator.host is \"{0}\", which is a device: set accelerator.device: {0}", wanted));
      return make_host_backend(wanted, threads.host, path);
    } catch (const Error& error) {
      throw Error(parameters.where("accelerator::host"), error.what());
    }
  });
}

std::string host_summary(const HostBackend& host) {
  const BackendTraits& traits = host.traits();
  return fmt::format("host: {} ({}), {}", traits.name, traits.library,
                     host.members() == 1 ? "one thread computes all points of a kernel"
                                         : fmt::format("{} threads share the points of a kernel", host.members()));
}

} // namespace nopal
