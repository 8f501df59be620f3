#include "core/accelerator/text_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace nopal {

namespace {

/// Returns the texts of all items, or `otherwise` if there are none.
template <class Items, class Text> std::string list(const Items& items, const char* otherwise, const Text& text) {
  std::string result;
  for (const auto& item : items) result += (result.empty() ? "" : "; ") + text(item);
  return result.empty() ? otherwise : result;
}

std::string places(unsigned mask) {
  std::string result;
  for (Place p = 0; mask >> p != 0; ++p)
    if ((mask >> p) & 1U) result += (result.empty() ? "the " : " and the ") + place_text(p);
  return result;
}

std::string packed_where(const SyncOrder& order) {
  if (order.interior_at == order.boundary_at) return "packed on the " + place_text(order.interior_at);
  return fmt::format("interior packed on the {}, boundary on the {}", place_text(order.interior_at),
                     place_text(order.boundary_at));
}

std::string sync_text(const Variables& variables, const HookEvent& event) {
  const auto order_text = [&](const SyncOrder& order) {
    return fmt::format("{} {}, ghosts valid on {}", variables.text(order.slot), packed_where(order),
                       places(order.unpack_at));
  };
  std::string text =
      fmt::format("sync of {}: {}; device->host {} bytes, host->device {} bytes, {} message{}", event.cause,
                  list(event.syncs, "no ghosts", order_text), event.strips.to_host.payload_bytes,
                  event.strips.to_device.payload_bytes, event.messages.size(), event.messages.size() == 1 ? "" : "s");
  for (const MessageSize& message : event.messages)
    text +=
        fmt::format("; {} bytes to rank {}, {} bytes from it", message.send_bytes, message.rank, message.receive_bytes);
  return text;
}

std::string clauses_text(const Variables& variables, const HookEvent& event) {
  return list(event.clauses, "nothing", [&](const Clause& clause) {
    return fmt::format("{} ({})", variables.text(clause.slot), to_string(clause.region));
  });
}

std::string pasts_text(const Variables& variables, const HookEvent& event) {
  return list(event.pasts, "nothing valid", [&](const PastOrder& order) {
    return fmt::format("{} ({}) on the {}", variables.text(order.to), to_string(order.region), place_text(order.place));
  });
}

std::string copies_text(const Variables& variables, const HookEvent& event) {
  return list(event.copies, "nothing copied", [&](const Transfer& record) {
    const CopyOrder& order = record.order;
    std::string text = fmt::format("{}->{} {}{} ({}) {} bytes", place_text(order.from), place_text(order.to),
                                   order.kind == TransferKind::reduce   ? "moments of "
                                   : order.kind == TransferKind::points ? "points of "
                                                                        : "",
                                   variables.text(order.slot), to_string(order.region), record.payload_bytes);
    if (record.moved_bytes != record.payload_bytes) text += fmt::format(" ({} on the bus)", record.moved_bytes);
    return text + (order.kind == TransferKind::move ? ", moved" : "");
  });
}

} // namespace

std::string hook_text(const Variables& variables, const HookEvent& event) {
  const std::string place = place_text(event.place);
  switch (event.hook) {
  case Hook::pre_call_function:
    return fmt::format("{} on the {}: {}", event.routine->full_name(), place, copies_text(variables, event));
  case Hook::reduce_totals:
    return fmt::format("totals of {}: {}", event.routine->full_name(), copies_text(variables, event));
  case Hook::post_sync:
    return sync_text(variables, event);
  case Hook::cycle:
    return "cycle of timelevels";
  case Hook::copy_back:
    return fmt::format("copyback{}: {}", event.routine != nullptr ? " after " + event.routine->full_name() : "",
                       copies_text(variables, event));
  case Hook::copy_from_past:
    return "copy_from_past: " + pasts_text(variables, event);
  case Hook::notify_data_modified:
    return fmt::format("notify_data_modified on the {}: {}", place, clauses_text(variables, event));
  case Hook::require_invalid_data:
    return fmt::format("require_invalid_data on the {}: {}", place, copies_text(variables, event));
  case Hook::require_valid_data:
    return fmt::format("require_valid_data of {} on the {}: {}", event.cause, place, copies_text(variables, event));
  case Hook::storage_off:
    return "end of storage: " + list(event.variables, "nothing", [&](int v) { return variables.full_name(v); });
  case Hook::post_call_function:
    if (event.copies.empty()) break;
    return fmt::format("points that {} wrote on the {}: {}", event.routine->full_name(), place,
                       copies_text(variables, event));
  case Hook::pre_sync:
    break;
  }
  return "";
}

void TextTrace::end(const HookEvent& event) {
  if (!settings_.traces(event.iteration)) return;
  if (const std::string what = hook_text(variables_, event); !what.empty()) {
    const bool is_call = event.hook == Hook::pre_call_function || event.hook == Hook::post_call_function;
    const std::string bin = is_call ? ", " + event.routine->bin : "";
    log_(fmt::format("accelerator: iteration {}{}: {}", event.iteration, bin, what));
  }
  if (settings_.very_verbose) states(event);
}

void TextTrace::states(const HookEvent& event) const {
  if (event.hook == Hook::post_call_function) {
    states(event.routine->reads);
    states(event.routine->writes);
  }
  if (event.hook == Hook::post_sync)
    for (const SyncOrder& order : event.syncs) log_("accelerator:   " + tracker_.state_text(order.slot));
  states(event.clauses);
  for (const int v : event.variables)
    for (int timelevel = 0; timelevel < variables_.timelevels(v); ++timelevel)
      log_("accelerator:   " + tracker_.state_text({v, timelevel}));
}

void TextTrace::states(std::span<const Clause> clauses) const {
  std::vector<Slot> done;
  for (const Clause& clause : clauses) {
    if (std::find(done.begin(), done.end(), clause.slot) != done.end()) continue;
    done.push_back(clause.slot);
    log_("accelerator:   " + tracker_.state_text(clause.slot));
  }
}

} // namespace nopal
