#include "core/trace/traced_device.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nopal {

namespace {

constexpr const char* queueing = "queue a copy to the device";

/// Returns what the device does in a command that is no copy on the bus. `origin` is the span of the call.
std::pair<SpanKind, const char*> device_work(const Span& origin, bool reduces) {
  if (reduces) return {SpanKind::reduction, "reduce"};
  if (origin.track == Track::to_host) return {SpanKind::pack, "pack strips"};
  if (origin.track == Track::to_device) return {SpanKind::unpack, "unpack strips"};
  return {SpanKind::kernel, "copy boxes"};
}

} // namespace

/// One call of the device. While it lives, commands belong to the spans from number `first` on. At the end the spans
/// get the time of the call. If the device measures times, they replace this time later.
class TracedDevice::Call {
public:
  Call(TracedDevice& traced, std::size_t first) : traced_(traced), first_(first) { traced_.mark_span(1 + first); }
  ~Call() {
    traced_.mark_span(0);
    traced_.share_time(first_, begin_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

private:
  TracedDevice& traced_;
  std::size_t first_;
  std::int64_t begin_ = Timeline::now();
};

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
    const std::size_t span = add_command(track, SpanKind::copy, name_of(piece.slot));
    add_bytes(span, piece.slot, piece.count * element_size(piece.slot));
    if (streams_) timeline_.span(span).cause = CauseKind::pass;
  }
  return first;
}

std::string TracedDevice::name_of(Slot slot) const {
  return is_variable(slot) ? variables_.text(slot) : others_.at(slot.variable).what;
}

std::int64_t TracedDevice::element_size(Slot slot) const {
  return static_cast<std::int64_t>(is_variable(slot) ? variables_.element_size(slot.variable)
                                                     : others_.at(slot.variable).element_size);
}

void TracedDevice::add_bytes(std::size_t span, Slot slot, std::int64_t bytes) {
  if (is_variable(slot)) return timeline_.add_part(span, slot, bytes);
  timeline_.span(span).payload += bytes;
  timeline_.span(span).moved += bytes;
}

// Shares the time since `begin` among the spans by bytes. A span without bytes is alone, and gets all the time.
void TracedDevice::share_time(std::size_t first, std::int64_t begin) {
  const auto time = static_cast<double>(Timeline::now() - begin);
  const auto time_at = [&](double share) { return begin + static_cast<std::int64_t>(time * share); };
  double bytes = 0;
  for (std::size_t s = first; s < timeline_.size(); ++s) bytes += static_cast<double>(timeline_.span(s).moved);
  double done = 0;
  for (std::size_t s = first; s < timeline_.size(); ++s) {
    Span& span = timeline_.span(s);
    if (bytes > 0) span.begin = time_at(done / bytes);
    done += static_cast<double>(span.moved);
    span.end = time_at(bytes > 0 ? done / bytes : 1);
  }
}

std::size_t TracedDevice::add_strips(Track track, std::span<const Strip> strips) {
  std::string name = "strips of";
  std::vector<Slot> slots;
  for (const Strip& strip : strips)
    if (std::find(slots.begin(), slots.end(), strip.slot) == slots.end()) slots.push_back(strip.slot);
  for (const Slot slot : slots) name += (slot == slots.front() ? " " : ", ") + variables_.text(slot);
  const std::size_t span = add_command(track, SpanKind::copy, name);
  for (const Strip& strip : strips)
    timeline_.add_part(span, strip.slot,
                       strip.points() * static_cast<std::int64_t>(variables_.element_size(strip.slot.variable)));
  return span;
}

void TracedDevice::create_variables(std::span<const SlotStorage> slots) {
  const TimelineScope scope(&timeline_, SpanKind::hook, "create storage on the device");
  for (const SlotStorage& storage : slots)
    if (!is_variable(storage.slot)) others_[storage.slot.variable] = {storage.variable, storage.element_size};
  device().create_variables(slots);
}

void TracedDevice::copy_boxes(std::span<const BoxCopy> copies) {
  const TimelineScope scope(&timeline_, SpanKind::launch, "copy boxes on the device");
  const Call call(*this, timeline_.size() - 1);
  device().copy_boxes(copies);
}

Transferred TracedDevice::copy_to_device(std::span<const Piece> pieces, Ticket& ticket) {
  const TimelineScope scope(&timeline_, SpanKind::launch, queueing);
  const Call call(*this, add_pieces(Track::to_device, pieces));
  return device().copy_to_device(pieces, ticket);
}

Transferred TracedDevice::copy_to_host(std::span<const Piece> pieces) {
  Transferred result{};
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy to the host");
    const Call call(*this, add_pieces(Track::to_host, pieces));
    result = device().copy_to_host(pieces);
  }
  collect();
  return result;
}

Ticket TracedDevice::send_to_host(std::span<const Piece> pieces) {
  const TimelineScope scope(&timeline_, SpanKind::launch, queueing);
  const Call call(*this, add_pieces(Track::to_host, pieces));
  return device().windows()->send_to_host(pieces);
}

void TracedDevice::pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) {
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy of strips to the host");
    const Call call(*this, add_strips(Track::to_host, strips));
    device().pack_to_host(strips, host, bytes);
  }
  collect();
}

Ticket TracedDevice::unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) {
  const TimelineScope scope(&timeline_, SpanKind::launch, queueing);
  const Call call(*this, add_strips(Track::to_device, strips));
  return device().unpack_from_host(strips, host, bytes);
}

Moments TracedDevice::reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) {
  Moments result;
  {
    const TimelineScope scope(&timeline_, SpanKind::wait, "copy of moments to the host");
    const std::size_t span = add_command(Track::to_host, SpanKind::copy, "moments of " + name_of(points.slot));
    // What elements of a loop give: TimelineObserver knows the scalar.
    if (is_variable(points.slot)) timeline_.add_part(span, points.slot, static_cast<std::int64_t>(reduced_bytes));
    reductions_.push_back(span);
    const Call call(*this, span);
    result = device().reduce(points, type, wanted);
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
    const Call call(*this, add_command(Track::device, SpanKind::kernel, name));
    device().launch(launch);
  }
  collect_sometimes();
}

int TracedDevice::load_stencil(const StencilKernel& stencil) {
  const std::string name = std::string(stencil.thorn) + "::" + stencil.name;
  const TimelineScope scope(&timeline_, SpanKind::launch, "load " + name);
  const int handle = device().tiled_stencils()->load_stencil(stencil);
  if (handle >= static_cast<int>(stencils_.size())) stencils_.resize(static_cast<std::size_t>(handle) + 1);
  stencils_[static_cast<std::size_t>(handle)] = name;
  return handle;
}

void TracedDevice::launch_tiles(const TiledLaunch& launch) {
  TiledStencils& tiled = *device().tiled_stencils();
  const bool known = launch.stencil >= 0 && launch.stencil < static_cast<int>(stencils_.size());
  if (launch.box.empty() || !known) return tiled.launch_tiles(launch);
  const std::string& name = stencils_[static_cast<std::size_t>(launch.stencil)];
  {
    const TimelineScope scope(&timeline_, SpanKind::launch, name);
    const Call call(*this, add_command(Track::device, SpanKind::kernel, name));
    tiled.launch_tiles(launch);
  }
  collect_sometimes();
}

void TracedDevice::collect_sometimes() {
  constexpr int enough = 64;
  if (++since_collected_ > enough) collect();
}

void TracedDevice::wait(Ticket ticket) {
  const TimelineScope scope(&timeline_, SpanKind::wait, "end of a copy");
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
  for (const TimedCommand& command : done_) {
    place(command);
    tell_caller(command);
  }
}

void TracedDevice::tell_caller(const TimedCommand& command) {
  const auto after = marks_.upper_bound(static_cast<std::size_t>(command.mark) - 1);
  if (after == marks_.begin() || std::prev(after)->second == 0) return;
  for_caller_.push_back({std::prev(after)->second, command.kind, command.begin, command.end});
}

void TracedDevice::timed_commands(std::vector<TimedCommand>& done) {
  collect();
  done.insert(done.end(), for_caller_.begin(), for_caller_.end());
  for_caller_.clear();
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
    const Span origin = timeline_.span(given);
    const auto [kind, name] = device_work(origin, std::binary_search(reductions_.begin(), reductions_.end(), given));
    s = add_command(Track::device, kind, name);
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
