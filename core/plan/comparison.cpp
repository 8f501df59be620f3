#include "core/plan/comparison.hpp"

#include "core/base/error.hpp"
#include "core/plan/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Whether a function of a thorn called the hook, through Services::data().
bool is_called_by_functions(const HookEvent& event) {
  switch (event.hook) {
  case Hook::copy_from_past:
  case Hook::notify_data_modified:
  case Hook::require_invalid_data:
    return true;
  case Hook::post_sync:
  case Hook::require_valid_data:
    return event.cause.starts_with("Services::");
  default:
    return false;
  }
}

} // namespace

void RunComparison::exempt(const std::string& reason) {
  if (exemption_.empty()) exemption_ = reason;
}

void RunComparison::recovery_begins() {
  throw Error(
      "--compare-plan compares a run from its start, but this run continues from a checkpoint: remove --compare-plan, "
      "or start without the checkpoint");
}

void RunComparison::steered(std::int64_t /*iteration*/, std::span<const ParameterChange> /*changes*/) {
  exempt("parameters were steered");
}

void RunComparison::called_at_request(const std::string& item) { exempt("a thorn requested a call of " + item); }

std::string RunComparison::account() const {
  return compares() ? "plan: " + result() : "plan: this run cannot be compared with its plan: " + exemption_;
}

void PlanComparison::end(const HookEvent& event) {
  if (event.hook == Hook::pre_call_function) running_ = event.routine;
  // Only the run knows these points. They change no validity, so nothing else depends on them, unless the device moves
  // whole slots.
  if (event.hook == Hook::require_valid_data && event.cause.starts_with(interpolation_cause)) {
    add_interpolation(event);
    if (std::ranges::any_of(event.copies, [](const Transfer& copy) { return copy.order.kind == TransferKind::move; }))
      exempt("call.interpolate() moves whole grid functions to the host");
    return;
  }
  if (!plan_.unknown.empty()) exempt("only the run knows whether this holds: " + plan_.unknown.front());
  if (!plan_.assumed.empty()) exempt(plan_.assumed.front());
  if (is_called_by_functions(event))
    exempt((running_ != nullptr ? running_->full_name() : "a function") + " calls hooks of the Accelerator");
  recorder_.end(event);
}

/// The plan names the function and the slots, and how much a call copies at most.
void PlanComparison::add_interpolation(const HookEvent& event) {
  ++interpolations_;
  if (!compares()) return;
  const std::string_view caller = event.cause.substr(interpolation_cause.size());
  for (const Transfer& copy : event.copies) {
    interpolated_bytes_ += copy.payload_bytes;
    const auto is_it = [&](const InterpolatedSlot& planned) {
      return planned.routine->full_name() == caller && planned.slot == copy.order.slot &&
             copy.payload_bytes <= planned.most_bytes;
    };
    if (std::ranges::none_of(plan_.interpolations, is_it))
      throw Error(fmt::format("the run differs from its plan at iteration {} on rank {}: {} copies {} bytes of {} by "
                              "call.interpolate(), which the plan does not name",
                              event.iteration, plan_.rank, caller, copy.payload_bytes,
                              variables_.text(copy.order.slot)));
  }
}

void PlanComparison::start_done() { compare(&plan_.start, "at the start (up to the output of iteration 0)"); }

void PlanComparison::iteration_done(std::int64_t iteration) {
  const int pattern = plan_.pattern(iteration);
  compare(pattern < 0 ? nullptr : &plan_.patterns[static_cast<std::size_t>(pattern)],
          fmt::format("at iteration {}", iteration));
  if (pattern >= 0) compared_ = iteration;
}

void PlanComparison::run_done(bool complete) {
  if (complete) compare(plan_.has_end ? &plan_.end : nullptr, "at the end");
}

std::string PlanComparison::result() const {
  return fmt::format("the start and {} iteration{} copied exactly what was planned, in the same order", compared_,
                     compared_ == 1 ? "" : "s") +
         (interpolations_ > 0 ? fmt::format("; the points of call.interpolate() are not planned: {} call{} copied {} "
                                            "bytes of the variables that the plan names",
                                            interpolations_, interpolations_ == 1 ? "" : "s", interpolated_bytes_)
                              : "");
}

void PlanComparison::compare(const PlannedEvents* planned, const std::string& when) {
  const PlannedEvents happened = recorder_.take();
  if (planned == nullptr || !compares() || *planned == happened) return;
  const auto [plan, run] = std::mismatch(planned->begin(), planned->end(), happened.begin(), happened.end());
  const auto text = [&](auto event, auto end) {
    return event == end ? "nothing more" : event_line(variables_, routines_, *event);
  };
  throw Error(fmt::format("the run differs from its plan {} on rank {}, event {}:\n  planned:  {}\n  happened: {}",
                          when, plan_.rank, plan - planned->begin() + 1, text(plan, planned->end()),
                          text(run, happened.end())));
}

} // namespace nopal
