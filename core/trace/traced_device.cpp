#include "core/trace/traced_device.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr const char* queueing = "queue a copy to the device";

} // namespace

TracedDevice::~TracedDevice() {
  try {
    collect();
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a destructor must not throw; the host's times stay
  }
}

std::size_t TracedDevice::add_command(Track track, SpanKind kind, std::string_view name) {
  Span span;
  span.track = track;
  span.kind = kind;
  span.name = timeline_.intern(name);
  span.begin = span.end = Timeline::now();
  return timeline_.add(span);
}

std::size_t TracedDevice::add_pieces(Track track, std::span<const Piece> pieces) {
  const std::size_t first = timeline_.size();
  for (const Piece& piece : pieces) {
    if (piece.count == 0) continue;
    const std::size_t span = add_command(track, SpanKind::copy, variables_.text(piece.slot));
    const auto size = static_cast<std::int64_t>(variables_.element_size(piece.slot.variable));
    timeline_.add_part(span, piece.slot, piece.count * size);
    timeline_.span(span).payload = timeline_.span(span).moved = piece.count * size;
  }
  return first;
}

// Shares the time of the call among the pieces by bytes. If the device measures times, they replace these times later.
void TracedDevice::time_pieces(std::size_t first, std::int64_t begin) {
  const auto time = static_cast<double>(Timeline::now() - begin);
  double bytes = 0;
  for (std::size_t s = first; s < timeline_.size(); ++s) bytes += static_cast<double>(timeline_.span(s).moved);
  double done = 0;
  for (std::size_t s = first; s < timeline_.size(); ++s) {
    Span& span = timeline_.span(s);
    span.begin = begin + static_cast<std::int64_t>(time * done / bytes);
    done += static_cast<double>(span.moved);
    span.end = begin + static_cast<std::int64_t>(time * done / bytes);
  }
}

std::size_t TracedDevice::add_strips(Track track, std::span<const Strip> strips, std::size_t bytes) {
  std::string name = "strips of";
  std::vector<Slot> slots;
  for (const Strip& strip : strips)
    if (std::find(slots.begin(), slots.end(), strip.slot) == slots.end()) slots.push_back(strip.slot);
  for (const Slot slot : slots) name += (slot == slots.front() ? " " : ", ") + variables_.text(slot);
  const std::size_t span = add_command(track, SpanKind::copy, name);
  for (const Strip& strip : strips)
    timeline_.add_part(span, strip.slot,
                       strip.box.points() * static_cast<std::int64_t>(variables_.element_size(strip.slot.variable)));
  timeline_.span(span).payload = timeline_.span(span).moved = static_cast<std::int64_t>(bytes);
  return span;
}

void TracedDevice::create_variables(std::span<const SlotStorage> slots) {
  const TimelineScope scope(&timeline_, SpanKind::hook, "create storage on the device");
  device().create_variables(slots);
}

void TracedDevice::copy_boxes(std::span<const BoxCopy> copies) {
  TimelineScope scope(&timeline_, SpanKind::launch, "copy boxes on the device");
  mark(timeline_.size());
  device().copy_boxes(copies);
  mark(0);
}

Transferred TracedDevice::copy_to_device(std::span<const Piece> pieces, Ticket& ticket) {
  const TimelineScope scope(&timeline_, SpanKind::launch, queueing);
  const std::size_t first = add_pieces(Track::to_device, pieces);
  const std::int64_t begin = Timeline::now();
  mark(1 + first);
  const Transferred result = device().copy_to_device(pieces, ticket);
  mark(0);
  time_pieces(first, begin);
  return result;
}

Transferred TracedDevice::copy_to_host(std::span<const Piece> pieces) {
  Transferred result{};
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy to the host");
    const std::size_t first = add_pieces(Track::to_host, pieces);
    const std::int64_t begin = Timeline::now();
    mark(1 + first);
    result = device().copy_to_host(pieces);
    mark(0);
    time_pieces(first, begin);
  }
  collect();
  return result;
}

void TracedDevice::pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) {
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy of strips to the host");
    const std::size_t span = add_strips(Track::to_host, strips, bytes);
    mark(1 + span);
    device().pack_to_host(strips, host, bytes);
    mark(0);
    timeline_.span(span).end = Timeline::now();
  }
  collect();
}

Ticket TracedDevice::unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) {
  const TimelineScope scope(&timeline_, SpanKind::launch, queueing);
  const std::size_t span = add_strips(Track::to_device, strips, bytes);
  mark(1 + span);
  const Ticket ticket = device().unpack_from_host(strips, host, bytes);
  mark(0);
  timeline_.span(span).end = Timeline::now();
  return ticket;
}

Moments TracedDevice::reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) {
  Moments result;
  {
    const std::string name = "moments of " + variables_.text(points.slot);
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy of moments to the host");
    const std::size_t span = add_command(Track::to_host, SpanKind::copy, name);
    timeline_.add_part(span, points.slot, static_cast<std::int64_t>(reduced_bytes));
    timeline_.span(span).payload = timeline_.span(span).moved = static_cast<std::int64_t>(reduced_bytes);
    reductions_.push_back(span);
    mark(1 + span);
    result = device().reduce(points, type, wanted);
    mark(0);
    timeline_.span(span).end = Timeline::now();
  }
  collect();
  return result;
}

int TracedDevice::load_kernel(const Kernel& kernel, const BlockShape& shape) {
  const std::string name = std::string(kernel.thorn) + "::" + kernel.name;
  const TimelineScope scope(&timeline_, SpanKind::launch, "load " + name);
  const int handle = device().load_kernel(kernel, shape);
  if (handle >= static_cast<int>(kernels_.size())) kernels_.resize(static_cast<std::size_t>(handle) + 1);
  kernels_[static_cast<std::size_t>(handle)] = name;
  return handle;
}

void TracedDevice::launch(const DeviceLaunch& launch) {
  const bool empty = std::all_of(launch.boxes.begin(), launch.boxes.end(), [](auto& box) { return box.box.empty(); });
  const bool known = launch.kernel >= 0 && launch.kernel < static_cast<int>(kernels_.size());
  if (empty || !known) return device().launch(launch);
  const std::string& name = kernels_[static_cast<std::size_t>(launch.kernel)];
  {
    const TimelineScope scope(&timeline_, SpanKind::launch, name);
    const std::size_t span = add_command(Track::device, SpanKind::kernel, name);
    mark(1 + span);
    device().launch(launch);
    mark(0);
    timeline_.span(span).end = Timeline::now();
  }
  constexpr int enough = 64;
  if (++since_collected_ > enough) collect();
}

void TracedDevice::wait(Ticket ticket) {
  const TimelineScope scope(&timeline_, SpanKind::wait, "copy to the device not yet done");
  device().wait(ticket);
}

void TracedDevice::finish() {
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "end of the device's work");
    device().finish();
  }
  collect();
}

void TracedDevice::collect() {
  since_collected_ = 0;
  done_.clear();
  if (DeviceTiming* timing = device().timing()) timing->timed_commands(done_);
  for (const TimedCommand& command : done_) place(command);
}

void TracedDevice::place(const TimedCommand& command) {
  const auto given = static_cast<std::size_t>(command.mark) - 1;
  const Track track = command.kind == CommandKind::kernel      ? Track::device
                      : command.kind == CommandKind::to_device ? Track::to_device
                                                               : Track::to_host;
  // The pieces of one call are in the order of their commands.
  std::size_t s = given;
  while (s < timeline_.size() && timeline_.span(s).track == track && timeline_.span(s).timed_by_device) ++s;
  if (s == timeline_.size() || timeline_.span(s).track != track) {
    if (track != Track::device) return;
    // The command is no copy on the bus: the device packs, unpacks, reduces or copies between slots.
    const Span origin = timeline_.span(given);
    const bool reduces = std::binary_search(reductions_.begin(), reductions_.end(), given);
    const bool packs = origin.track == Track::to_host && !reduces;
    const bool unpacks = origin.track == Track::to_device;
    s = add_command(Track::device,
                    packs     ? SpanKind::pack
                    : unpacks ? SpanKind::unpack
                    : reduces ? SpanKind::reduction
                              : SpanKind::kernel,
                    packs     ? "pack strips"
                    : unpacks ? "unpack strips"
                    : reduces ? "reduce"
                              : "copy boxes");
    Span& added = timeline_.span(s);
    added.by = origin.by;
    added.bin = origin.bin;
    added.cause = origin.cause;
    added.iteration = origin.iteration;
  }
  Span& span = timeline_.span(s);
  span.begin = command.begin;
  span.end = command.end;
  span.timed_by_device = true;
}

} // namespace nopal
