#include "driver/loop/function_call.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"
#include "core/trace/timeline.hpp"
#include "driver/guard/guard.hpp"
#include "driver/services/grid_values.hpp"
#include "driver/setup/block_limits.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

namespace {

bool declares(const std::vector<Clause>& clauses, Slot slot) {
  return std::any_of(clauses.begin(), clauses.end(),
                     [&](const Clause& clause) { return clause.slot == slot && clause.is_direct(); });
}

} // namespace

// The threads of a block kernel may conflict on every accelerator, but only the bounds-checked version notices it. So
// this version runs once, on copies of the data of the first launch.
void CallEnvironment::try_blocks(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock,
                                 Place place) const {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  const KernelBlocks& blocks = *kernel.kernel().blocks;
  const bool is_checked = place == host_place ? kernel_version == HostVersion::checked
                                              : device->description().native == "host"; // the device checked
  if (is_checked || blocks.prints || !kernel.take_trial()) return;
  std::vector<std::vector<std::byte>> copies;
  std::vector<std::byte*> starts;
  std::size_t bytes = 0;
  for (const Slot slot : kernel.fields()) {
    const Layout& layout = memory->layout(slot.variable);
    bytes += static_cast<std::size_t>(layout.size) * 8;
    if (bytes > most_bytes)
      return spdlog::info(
          "the threads of kernel {} of thorn {} are not checked for conflicts, because this needs more than "
          "1 GiB for copies: run it once on a smaller grid",
          kernel.kernel().name, kernel.kernel().thorn);
    std::vector<std::byte>& copy = copies.emplace_back(static_cast<std::size_t>(layout.size) * 8);
    starts.push_back(copy.data());
    if (place != host_place) {
      const Piece whole{slot, copy.data(), 0, layout.size};
      device->copy_to_host({&whole, 1});
    } else if (const std::byte* data = memory->data(slot); data != nullptr) {
      std::copy_n(data, copy.size(), copy.data());
    }
  }
  kernel.try_blocks(*memory, boxes, clock, starts);
}

void CallEnvironment::launch(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock,
                             Place place, std::string_view span_name) const {
  if (kernel.kernel().blocks != nullptr) try_blocks(kernel, boxes, clock, place);
  if (place != host_place) return kernel.run_on_device(*device, *memory, boxes, clock);
  const TimelineScope scope(span_name.empty() ? nullptr : timeline, SpanKind::kernel, span_name);
  kernel.run_on_host(*memory, boxes, clock, kernel_version, host);
}

void CallEnvironment::run_loop(BoundLoop& loop, const KernelClock& clock, Place place, std::string_view span_name,
                               LoopPart part) const {
  if (place != host_place) return loop.run_on_device(*device, *memory, clock, part);
  std::string name(span_name);
  if (!name.empty() && part == LoopPart::core) name += ", core elements";
  const TimelineScope scope(name.empty() ? nullptr : timeline, SpanKind::kernel, name);
  loop.run_on_host(*memory, clock, kernel_version, host, part);
}

void CallEnvironment::run_stencil(const Routine& routine, const KernelClock& clock, Place place,
                                  std::string_view span_name) const {
  Stencils& stencils = run->kernels->stencils();
  if (place != host_place) return stencils.on_device(routine).run(*device, *memory, clock);
  const TimelineScope scope(timeline, SpanKind::kernel, span_name);
  stencils.on_host(routine).run(*memory, clock, version, host);
}

std::byte* FunctionCall::host_data(Slot slot) {
  std::byte* data = environment_.memory->data(slot);
  if (data == nullptr)
    throw Error(fmt::format("{} has no storage now: declare it under `storage:` of this routine or of a group around "
                            "it",
                            environment_.run->description.variables.text(slot)));
  return data;
}

const FieldWatch* FunctionCall::watch(Slot slot, Access access) {
  return environment_.guard == nullptr ? nullptr : environment_.guard->watch(slot, access);
}

void FunctionCall::bring(std::span<const Slot> slots, std::vector<PointRun> runs) {
  const Validity& validity = environment_.accelerator->tracker().validity();
  std::vector<Clause> clauses;
  for (const Clause& clause : routine_.reads)
    if (clause.is_interpolated() && std::ranges::count(slots, clause.slot) > 0 &&
        !validity.valid(clause.slot, clause.region, host_place))
      clauses.push_back(clause);
  // The same on all ranks, since validity is: a hook is called on all ranks or on none.
  if (clauses.empty()) return;
  join_runs(runs);
  const auto points = std::make_shared<const PointSet>(points_in(runs));
  for (Clause& clause : clauses) {
    clause.access = Access::read;
    clause.points = points;
  }
  environment_.accelerator->require_valid_data(clauses, host_place,
                                               std::string(interpolation_cause) + routine_.full_name());
}

std::vector<std::vector<std::byte>> FunctionCall::grid_values(std::span<const Slot> slots,
                                                              std::span<const PointRun> runs) {
  std::vector<std::vector<std::byte>> values;
  const auto get = [&] {
    values =
        nopal::grid_values(*this, slots, runs, [&](std::vector<PointRun> needed) { bring(slots, std::move(needed)); });
  };
  if (environment_.guard == nullptr) {
    get();
    return values;
  }
  std::string names;
  for (const Slot slot : slots)
    names += (names.empty() ? "" : ", ") + environment_.run->description.variables.text(slot);
  environment_.guard->about_to("asks for values of " + names + " at points of any rank");
  environment_.guard->open_for(get);
  return values;
}

const Routine& FunctionCall::declared(std::string_view name) const {
  const Kernels& kernels = *environment_.run->kernels;
  if (const Routine* kernel = kernels.declared(routine_.thorn, name)) return *kernel;
  throw Error(fmt::format("the thorn {} has no kernel \"{}\"{}", routine_.thorn, name,
                          did_you_mean(name, kernels.names(routine_.thorn))));
}

std::span<const LaunchBox> FunctionCall::boxes(std::string_view name) {
  return environment_.run->kernels->boxes(declared(name));
}

void FunctionCall::launch(std::string_view name, std::span<const LaunchBox> boxes) {
  const Routine& declared = this->declared(name);
  BoundKernel& kernel = environment_.run->kernels->of(declared);
  if (declared.stage >= 0)
    throw Error(
        fmt::format("the kernel \"{}\" is part of a stencil, and only the stencil runs it: schedule it once more "
                    "with \"as:\" and \"launched_by: [{}]\", and launch that item",
                    name, routine_.name));
  const std::vector<int>& launchers = declared.launchers;
  if (!launchers.empty() && std::find(launchers.begin(), launchers.end(), routine_.id) == launchers.end())
    throw Error(fmt::format("the kernel \"{}\" is not for this function: add \"{}\" to launched_by: of the kernel",
                            name, routine_.name));
  for (const LaunchBox& box : boxes)
    if (kernel.points() == nullptr && !box.box.empty() && !environment_.stored.contains(box.box))
      throw Error(
          fmt::format("the kernel \"{}\" is launched over {}, but the points stored here are {}: launch it over "
                      "boxes within part.stored()",
                      name, box.box.text(), environment_.stored.text()));
  for (const Slot slot : kernel.fields())
    if (!declares(routine_.reads, slot) && !declares(routine_.writes, slot))
      throw Error(fmt::format("the kernel \"{}\" uses {}, but this function does not declare it: add it to `reads:` or "
                              "`writes:`",
                              name, environment_.run->description.variables.text(slot)));
  if (launchers.empty()) refuse_blocks(kernel); // with launchers it was checked before the run
  environment_.launch(kernel, boxes, clock_, place_);
}

// Any function may launch a kernel that the schedule calls, so the place of this launch is known only now.
void FunctionCall::refuse_blocks(const BoundKernel& kernel) {
  Device* device = this->device();
  if (kernel.kernel().blocks == nullptr || (device == nullptr && environment_.host == nullptr)) return;
  if (fits(kernel.kernel(), kernel.shape(),
           device != nullptr ? device->description().limits : environment_.host->traits().limits))
    return;
  const BlockPlace place = device != nullptr ? block_place(device->description().api, device->description())
                                             : block_place(environment_.host->traits());
  throw Error(block_refusal(kernel.kernel(), kernel.shape(), place, {}));
}

void (*FunctionCall::provided(std::string_view name, std::string_view signature))() {
  const auto& thorns = environment_.run->description.thorns;
  const auto declares = [&](const FunctionDeclaration& function) { return function.name == name; };
  const bool required = std::any_of(thorns.begin(), thorns.end(), [&](const ThornDeclaration& thorn) {
    return thorn.name == routine_.thorn && std::any_of(thorn.requires_.begin(), thorn.requires_.end(), declares);
  });
  if (!required)
    throw Error(
        fmt::format("{} calls the function \"{}\" without declaring it under `requires:`", routine_.thorn, name));
  const Provided& function = environment_.run->libraries->provided().find(std::string(name))->second;
  if (fold_blanks(signature) != function.signature)
    throw Error(fmt::format("{} calls \"{}\" as {}, but {} provides it as {}", routine_.thorn, name, signature,
                            function.thorn, function.signature));
  return function.address;
}

} // namespace nopal
