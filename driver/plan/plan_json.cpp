#include "driver/plan/plan_report.hpp"

#include "core/accelerator/text_trace.hpp"

#include <nlohmann/json.hpp>

namespace nopal {

namespace {

using Json = nlohmann::ordered_json;

Json as_json(const TransferCount& count) {
  return {{"transfers", count.transfers}, {"bytes", count.payload_bytes}, {"bytes_moved", count.moved_bytes}};
}

Json as_json(const Counters& counters) {
  return {{"host_to_device", as_json(counters.to_device)}, {"device_to_host", as_json(counters.to_host)}};
}

Json as_json(const Variables& variables, const Transfer& record) {
  return {{"variable", variables.full_name(record.order.slot.variable)},
          {"timelevel", record.order.slot.timelevel},
          {"region", to_string(record.order.region)},
          {"from", place_text(record.order.from)},
          {"to", place_text(record.order.to)},
          {"moves", record.order.kind == TransferKind::move},
          {"moments", record.order.kind == TransferKind::reduce},
          {"points", record.order.kind == TransferKind::points},
          {"bytes", record.payload_bytes},
          {"bytes_moved", record.moved_bytes}};
}

Json sync_json(const Variables& variables, const PlannedEvent& event) {
  Json result = {{"packed", Json::array()}, {"messages", Json::array()}};
  for (std::size_t n = 0; n < event.syncs.size(); ++n)
    result["packed"].push_back({{"variable", variables.full_name(event.syncs[n].slot.variable)},
                                {"bytes_to_host", event.strip_bytes[n].to_host},
                                {"bytes_to_device", event.strip_bytes[n].to_device}});
  for (const MessageSize& message : event.messages)
    result["messages"].push_back(
        {{"rank", message.rank}, {"send_bytes", message.send_bytes}, {"receive_bytes", message.receive_bytes}});
  return result;
}

std::string hook_name(Hook hook) {
  switch (hook) {
  case Hook::pre_call_function:
    return "routine";
  case Hook::post_call_function:
    return "after_routine";
  case Hook::post_sync:
    return "sync";
  case Hook::copy_back:
    return "copyback";
  case Hook::require_valid_data:
    return "require_valid_data";
  default:
    return "hook";
  }
}

Json as_json(const Description& description, const PlannedEvents& events) {
  Json result = Json::array();
  for (const PlannedEvent& event : events) {
    const Routine* routine =
        event.routine >= 0 ? &description.schedule.routines()[static_cast<std::size_t>(event.routine)] : nullptr;
    Json item = {{"hook", hook_name(event.hook)}};
    if (routine != nullptr) item.update({{"routine", routine->full_name()}, {"bin", routine->bin}});
    if (!event.cause.empty()) item["cause"] = event.cause;
    item["place"] = place_text(event.place);
    item["copies"] = Json::array();
    for (const Transfer& record : event.copies) item["copies"].push_back(as_json(description.variables, record));
    if (event.hook == Hook::post_sync) item["sync"] = sync_json(description.variables, event);
    item["transfers"] = as_json(transfers_of(event));
    result.push_back(std::move(item));
  }
  return result;
}

Json totals_json(const PlanTotals& totals) {
  Json result = {{"all", as_json(totals.all)}, {"by_cause", Json::object()}, {"by_variable", Json::object()}};
  for (const auto& [cause, counters] : totals.by_cause) result["by_cause"][cause] = as_json(counters);
  for (const auto& [variable, bytes] : totals.by_variable)
    result["by_variable"][variable] = {{"bytes_to_device", bytes.to_device}, {"bytes_to_host", bytes.to_host}};
  return result;
}

Json as_json(const PlanReport& report, const Plan& plan) {
  const Description& description = report.run.description;
  const MemoryEstimate& memory = report.memory[static_cast<std::size_t>(plan.rank)];
  Json result = {{"rank", plan.rank},
                 {"memory", {{"host", memory.host}, {"device", report.device.exists ? memory.device : 0}}},
                 {"start", as_json(description, plan.start)},
                 {"patterns", Json::array()}};
  for (std::size_t p = 0; p < plan.patterns.size(); ++p)
    result["patterns"].push_back({{"iterations", iterations_text(plan, static_cast<int>(p))},
                                  {"events", as_json(description, plan.patterns[p])}});
  result["steps"] = plan.walked;
  result["repeats_after"] = plan.repeats_after;
  result["period"] = plan.period;
  if (plan.has_end) result["end"] = as_json(description, plan.end);
  result["interpolations"] = Json::array();
  for (const InterpolatedSlot& each : plan.interpolations)
    result["interpolations"].push_back({{"routine", each.routine->full_name()},
                                        {"variable", description.variables.full_name(each.slot.variable)},
                                        {"timelevel", each.slot.timelevel},
                                        {"region", to_string(each.region)},
                                        {"most_bytes", each.most_bytes}});
  result["totals"] =
      totals_json(totals_of(description.variables, description.schedule.routines(), plan, report.iterations(plan)));
  return result;
}

Json passes_json(const StreamedPlan& plan) {
  Json passes = Json::array();
  for (const PlannedPass& pass : plan.passes)
    passes.push_back({{"what", pass.what},
                      {"times", pass.times},
                      {"blocks", pass.blocks},
                      {"block_size", pass.block_size},
                      {"bytes_on_device", pass.bytes},
                      {"transfers", as_json(pass.copies)}});
  return {{"walked", plan.walked}, {"whole", plan.is_whole}, {"exact", plan.is_exact}, {"passes", passes}};
}

Json as_json(const Index& index, int dimension) { return std::vector<long>(index.begin(), index.begin() + dimension); }

Json as_json(const Box& box, int dimension) {
  return {{"lower", as_json(box.lower, dimension)}, {"upper", as_json(box.upper, dimension)}};
}

/// Tiles, turns and calls are numbered from 1, as people count them.
Json as_json(const EpochOrder& order, int dimension) {
  Json result = {{"first", order.first},
                 {"iterations", order.iterations},
                 {"tile", as_json(order.tile, dimension)},
                 {"tiles", as_json(order.tiles, dimension)},
                 {"points", as_json(order.owned, dimension)},
                 {"turns", Json::array()}};
  for (const TiledEpoch::Turn& turn : order.turns) {
    Json boxes = Json::array();
    for (const Box& box : turn.boxes) boxes.push_back(as_json(box, dimension));
    result["turns"].push_back({{"turn", result["turns"].size() + 1},
                               {"tile", turn.tile + 1},
                               {"call", turn.call + 1},
                               {"routine", order.kernels[static_cast<std::size_t>(turn.call)]->full_name()},
                               {"iteration", order.first + turn.iteration - 1},
                               {"boxes", boxes}});
  }
  return result;
}

Json as_json(const EpochsPlan& plan) {
  Json result = {{"why_none", plan.why_none.empty() ? Json(nullptr) : Json(plan.why_none)}};
  if (!plan.why_none.empty()) return result;
  result.update(
      {{"most", plan.most}, {"run_chooses", plan.run_chooses}, {"walked", plan.walked}, {"whole", plan.is_whole}});
  for (const EpochSequence& each : plan.sequences)
    result["sequences"].push_back({{"first", each.first},
                                   {"last", each.last()},
                                   {"lengths", each.lengths},
                                   {"times", each.times},
                                   {"end", each.end}});
  return result;
}

Json as_json(const PlannedLoop& loop) {
  Json result = {
      {"routine", loop.routine}, {"set", loop.set}, {"elements", loop.elements}, {"blocks", loop.statistics.blocks}};
  if (loop.uses_maps)
    result.update({{"block_colours", loop.statistics.block_colours},
                   {"most_thread_colours", loop.statistics.most_thread_colours},
                   {"mean_thread_colours", loop.statistics.mean_thread_colours},
                   {"reuse", loop.statistics.reuse},
                   {"bytes_without_reuse", loop.bytes.without_reuse},
                   {"bytes_with_reuse", loop.bytes.with_reuse}});
  if (!loop.order.empty())
    result.update({{"order", loop.order},
                   {"colours_of_elements", loop.element_colours},
                   {"colours_of_blocks", loop.block_colours}});
  return result;
}

Json as_json(const MeshPlaces& places) {
  Json values = Json::array(), corners = Json::object();
  for (auto first = places.values.begin(); first != places.values.end(); first += places.dimension)
    values.push_back(std::vector<double>(first, first + places.dimension));
  for (const MeshPlaces::Corners& each : places.corners) corners[each.set] = {{"map", each.map}, {"rows", each.rows}};
  return {{"set", places.set}, {"positions", values}, {"corners", corners}};
}

} // namespace

std::string report_json(const PlanReport& report) {
  const std::int64_t iterations = report.run.limits.iterations;
  Json result = {{"parfile", report.run.line.parfile},
                 {"ranks", report.plans.size()},
                 {"device", report.device.exists},
                 {"iterations", iterations >= 0 ? Json(iterations) : Json(nullptr)},
                 {"unknown", report.plans.front().unknown},
                 {"assumed", report.plans.front().assumed},
                 {"plans", Json::array()}};
  for (const Plan& plan : report.plans) {
    result["plans"].push_back(as_json(report, plan));
    if (report.streams())
      result["plans"].back()["streaming"] = passes_json(report.passes[static_cast<std::size_t>(plan.rank)]);
  }
  result["epochs"] = as_json(report.epochs);
  if (report.order) result["order"] = as_json(*report.order, report.run.domain->dimension());
  if (report.run.line.loops > 0) {
    result["loops"] = {{"block_size", report.run.line.loops}, {"plans", Json::array()}};
    for (const PlannedLoop& loop : report.loops) result["loops"]["plans"].push_back(as_json(loop));
    if (!report.places.set.empty()) result["loops"]["places"] = as_json(report.places);
  }
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace nopal
