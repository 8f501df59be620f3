#include "core/plan/plan_text.hpp"

#include "core/accelerator/text_trace.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

HookEvent as_hook(const std::vector<Routine>& routines, const PlannedEvent& event) {
  return {.hook = event.hook,
          .routine = event.routine >= 0 ? &routines[static_cast<std::size_t>(event.routine)] : nullptr,
          .cause = event.cause,
          .place = event.place,
          .copies = event.copies,
          .syncs = event.syncs,
          .strips = event.strips,
          .strip_bytes = event.strip_bytes,
          .messages = event.messages};
}

std::string events_text(const Variables& variables, const std::vector<Routine>& routines, const PlannedEvents& events) {
  std::string text;
  for (const PlannedEvent& event : events)
    if (transfers_of(event) != Counters{} || !event.messages.empty())
      text += "  " + event_line(variables, routines, event) + "\n";
  return text.empty() ? "  nothing moves\n" : text;
}

std::string cause_of(const std::vector<Routine>& routines, const PlannedEvent& event) {
  switch (event.hook) {
  case Hook::pre_call_function:
  case Hook::post_call_function:
  case Hook::reduce_totals:
    return routines[static_cast<std::size_t>(event.routine)].full_name();
  case Hook::post_sync:
    return "sync of " + event.cause;
  case Hook::copy_back:
    return "copyback";
  default:
    return event.cause;
  }
}

void add(const Variables& variables, const std::vector<Routine>& routines, const PlannedEvents& events,
         std::int64_t times, PlanTotals& totals) {
  for (const PlannedEvent& event : events) {
    const Counters counters = transfers_of(event);
    if (counters == Counters{} || times == 0) continue;
    add(totals.all, counters, times);
    add(totals.by_cause[cause_of(routines, event)], counters, times);
    const auto count = [&](int variable, std::int64_t to_host, std::int64_t to_device) {
      StripBytes& bytes = totals.by_variable[variables.full_name(variable)];
      bytes.to_host += times * to_host;
      bytes.to_device += times * to_device;
    };
    for (const Transfer& record : event.copies)
      count(record.order.slot.variable, record.order.to == host_place ? record.payload_bytes : 0,
            record.order.to == host_place ? 0 : record.payload_bytes);
    for (std::size_t n = 0; n < event.syncs.size(); ++n)
      count(event.syncs[n].slot.variable, event.strip_bytes[n].to_host, event.strip_bytes[n].to_device);
  }
}

std::string row(const std::string& name, const Counters& counters) {
  return fmt::format("  {:40} {:>10} {:>16} {:>10} {:>16}\n", name, counters.to_device.transfers,
                     counters.to_device.payload_bytes, counters.to_host.transfers, counters.to_host.payload_bytes);
}

} // namespace

std::string event_line(const Variables& variables, const std::vector<Routine>& routines, const PlannedEvent& event) {
  return hook_text(variables, as_hook(routines, event));
}

std::string iterations_text(const Plan& plan, int pattern) {
  std::string text;
  const auto n_walked = static_cast<std::int64_t>(plan.walked.size());
  const auto is_it = [&](std::int64_t n) {
    return n <= n_walked && plan.walked[static_cast<std::size_t>(n - 1)] == pattern;
  };
  for (std::int64_t n = 1; n <= n_walked; ++n) {
    if (!is_it(n)) continue;
    const std::int64_t first = n;
    while (is_it(n + 1)) ++n;
    text += text.empty() ? "" : ", ";
    text += first == n ? fmt::format("{}", n) : fmt::format("{} to {}", first, n);
  }
  return text;
}

std::string plan_text(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan) {
  std::string text = "startup to the output of iteration 0:\n" + events_text(variables, routines, plan.start);
  for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
    const std::string iterations = iterations_text(plan, static_cast<int>(p));
    const bool several = iterations.find_first_not_of("0123456789") != std::string::npos;
    text += fmt::format("iteration{} {}:\n", several ? "s" : "", iterations) +
            events_text(variables, routines, plan.patterns[p]);
  }
  if (plan.period > 0)
    text += fmt::format("from iteration {} on, the plan repeats every {}\n", plan.repeats_after + 1,
                        plan.period == 1 ? "iteration" : fmt::format("{} iterations", plan.period));
  if (plan.has_end) text += "terminate and shutdown:\n" + events_text(variables, routines, plan.end);
  for (const InterpolatedSlot& each : plan.interpolations)
    text += fmt::format("not planned, because only the run knows the points: {} copies {} from the device by "
                        "call.interpolate(), in each call at most {} bytes\n",
                        each.routine->full_name(), variables.text(each.slot, each.region), each.most_bytes);
  return text;
}

PlanTotals totals_of(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan,
                     std::int64_t iterations) {
  PlanTotals totals;
  add(variables, routines, plan.start, 1, totals);
  const std::vector<std::int64_t> times = plan.occurrences(iterations);
  for (std::size_t p = 0; p < plan.patterns.size(); ++p) add(variables, routines, plan.patterns[p], times[p], totals);
  add(variables, routines, plan.end, 1, totals);
  return totals;
}

std::string totals_text(const PlanTotals& totals) {
  std::string text =
      fmt::format("  {:40} {:>27} {:>27}\n", "", "host->device", "device->host") +
      fmt::format("  {:40} {:>10} {:>16} {:>10} {:>16}\n", "caused by", "transfers", "bytes", "transfers", "bytes");
  for (const auto& [cause, counters] : totals.by_cause) text += row(cause, counters);
  text += row("all", totals.all);
  if (totals.by_variable.empty()) return text;
  text += fmt::format("  {:40} {:>27} {:>27}\n", "variable", "bytes", "bytes");
  for (const auto& [name, bytes] : totals.by_variable)
    text += fmt::format("  {:40} {:>27} {:>27}\n", name, bytes.to_device, bytes.to_host);
  return text;
}

} // namespace nopal
