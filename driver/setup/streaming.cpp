#include "driver/setup/streaming.hpp"

#include "driver/session/failure.hpp"
#include "driver/setup/epochs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr const char* memory_name = "accelerator::device_memory";

/// A run leaves this part of the free memory of a device free, but no more than most_reserved, for compiled kernels,
/// lists of boxes and buffers of the driver.
constexpr std::size_t reserved_part = 32;
constexpr std::size_t most_reserved = std::size_t{256} << 20;

/// Returns the bytes that accelerator.device_memory gives to each rank; 0: it says nothing.
std::size_t given_memory(const Parameters& parameters) {
  const std::string& text = parameters.string(memory_name);
  if (text.empty()) return 0;
  const std::optional<std::size_t> bytes = parse_bytes(text);
  if (!bytes || *bytes == 0)
    throw Error(parameters.where(memory_name),
                fmt::format("accelerator.device_memory: found \"{}\", expected a number of bytes with a unit, such as "
                            "\"40 GiB\", \"800 MB\" or \"4096 bytes\"",
                            text));
  return *bytes;
}

} // namespace

Streaming wish_streaming(const Parameters& parameters, const MemoryEstimate& estimate, const DeviceDescription& device,
                         int sharers) {
  const std::size_t given = given_memory(parameters);
  const std::string& wish = parameters.string("accelerator::streaming");
  if (wish == "never" && given > 0 && estimate.device > given)
    throw Error(parameters.where(memory_name),
                fmt::format("the run needs {} on the device, but accelerator.device_memory is {}: give it more, or set "
                            "accelerator.streaming: auto, so that the data stream through the device",
                            bytes_text(estimate.device), bytes_text(given)));
  const std::size_t share =
      (device.memory_free > 0 ? device.memory_free : device.memory_total) / static_cast<std::size_t>(sharers);
  const std::size_t reserve = std::min(share / reserved_part, most_reserved);
  const std::size_t usable = given > 0 ? given : share - reserve; // 0: not known
  const bool too_large = (usable > 0 && estimate.device > usable) ||
                         (device.allocation_limit > 0 && estimate.largest_slot > device.allocation_limit);
  Streaming streaming;
  streaming.on = wish == "always" || (wish == "auto" && too_large);
  streaming.usable = usable > 0 ? usable : std::max(estimate.device, estimate.host);
  streaming.budget = std::min(streaming.usable, estimate.device);
  streaming.account = fmt::format("device memory: the run needs {} on the device; {}", bytes_text(estimate.device),
                                  usable == 0 ? "the device does not say how much it has"
                                  : given > 0 ? fmt::format("accelerator.device_memory is {}", bytes_text(given))
                                              : fmt::format("{} are free for this rank, less a reserve of {}",
                                                            bytes_text(share), bytes_text(reserve)));
  return streaming;
}

std::string Streaming::decision(const Parameters& parameters) const {
  if (!on) return account + ". The data stay on the device";
  return account + (parameters.string("accelerator::streaming") == "always"
                        ? ". The data stream through it, as accelerator.streaming says"
                        : ". This is too little on some rank, so the data stream through it");
}

Streaming choose_streaming(const Session& session, const Parameters& parameters, const MemoryEstimate& estimate,
                           const DeviceChoice& device) {
  Streaming streaming = together(session, [&] {
    if (device.plugin != nullptr) return wish_streaming(parameters, estimate, device.description, device.sharers);
    given_memory(parameters); // a mistake is an error without a device, too
    return Streaming{};
  });
  int streams = streaming.on ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &streams, 1, MPI_INT, MPI_MAX, session.communicator());
  streaming.on = streams != 0;
  return streaming;
}

bool streams(const Routine& routine) {
  return routine.device && (routine.is_kernel || routine.is_stencil()) && routine.stage < 0 &&
         routine.launchers.empty();
}

void check_streamed(const RunDescription& run, const MemoryEstimate& estimate, const Streaming& streaming) {
  const EpochMaker maker = epoch_maker(run, EpochPlace::device);
  const std::string remedy =
      run.description.parameters.string("accelerator::streaming") == "always"
          ? "Write device: false in its item, or set accelerator.streaming: auto, so that the data stay on the device "
            "if they fit"
          : fmt::format("The run needs {} on the device, and may use {}: write device: false in its item, use a device "
                        "with more memory (accelerator.device_memory), or set accelerator.device: none",
                        bytes_text(estimate.device), bytes_text(streaming.usable));
  ErrorList errors;
  const std::set<int> callable = run.description.schedule.callable();
  for (const Routine& routine : run.description.schedule.routines()) {
    const bool is_function = routine.device && routine.is_function();
    if (!callable.contains(routine.id) || !(is_function || streams(routine))) continue;
    const std::string why = maker.why_not_streamed(routine);
    if (why.empty()) continue;
    errors.add(routine.where, fmt::format("{} ({}) cannot compute data that stream through the device: {}. {}",
                                          routine.full_name(), routine.bin, why, remedy));
  }
  errors.raise_if_any();
}

} // namespace nopal
