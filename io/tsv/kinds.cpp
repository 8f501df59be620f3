#include "kinds.hpp"

#include <algorithm>

namespace nopal::tsv {

namespace {

std::string advice(const Group& group, int dimension, const std::string& list) {
  if (list == "norms") {
    if (group.kind == GroupKind::array)
      return ", which is an array, but this list takes only grid functions and scalars: list it in tsv.lines instead";
    if (group.kind == GroupKind::gf && group.type == Type::complex)
      return ", which is a complex grid function, but only real and int grid functions have norms: remove it";
    return "";
  }
  const std::string taken = list == "lines"    ? "grid functions and arrays"
                            : list == "points" ? "grid functions and dats"
                                               : "grid functions";
  if (group.kind == GroupKind::scalar)
    return ", which is a scalar, but this list takes only " + taken + ": list it in tsv.norms instead";
  if (group.kind == GroupKind::dat && list != "points")
    return ", which is a dat, but this list takes only " + taken + ": list it in tsv.norms or tsv.points instead";
  if (group.kind == GroupKind::array && list != "lines")
    return ", which is an array, but this list takes only " + taken + ": list it in tsv.lines instead";
  if (list == "planes" && dimension == 1) return ", but a grid of 1 axis has no planes: list it in tsv.lines instead";
  return "";
}

} // namespace

std::string refusal(const Variables& variables, int dimension, int variable, const std::string& list) {
  const std::string text = advice(variables.group_of(variable), dimension, list);
  return text.empty() ? text : "tsv." + list + " lists '" + variables.full_name(variable) + "'" + text;
}

std::vector<Slot> slots(const Call& call, const std::string& list) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads()) {
    if (std::find(slots.begin(), slots.end(), clause.slot) != slots.end()) continue;
    const std::string refused =
        refusal(call.services().variables(), call.domain().dimension(), clause.slot.variable, list);
    if (!refused.empty()) {
      call.warn_once(refused + "; it is left out");
      continue;
    }
    slots.push_back(clause.slot);
  }
  return slots;
}

} // namespace nopal::tsv
