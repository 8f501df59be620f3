#include "dump.hpp"

#include "axes.hpp"
#include "report.hpp"

#include "io/common/number_text.hpp"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>

namespace nopal::nan_checker {

namespace {

std::string path_of(const Call& call, Slot slot) {
  const Variables& variables = call.services().variables();
  char iteration[24];
  std::snprintf(iteration, sizeof iteration, "%08ld", call.iteration());
  return call.services().output_folder() + "/nan_checker-" + variables.group_of(slot.variable).thorn + '-' +
         variables.variable(slot.variable).name + '.' + iteration + ".tsv";
}

std::string header(const Call& call, Slot slot, const Found& found, const std::vector<Axis>& axes) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const std::string& name = variables.variable(slot.variable).name;
  std::string text = "# " + variables.full_name(slot.variable) + " at iteration " + std::to_string(call.iteration()) +
                     ", time " + common::number_text(call.time()) + ": values that are not finite\n# " +
                     std::to_string(found.nan) + " nan, " + std::to_string(found.plus_infinity) + " inf, " +
                     std::to_string(found.minus_infinity) + " -inf; " + std::to_string(found.first.size()) +
                     " of these follow, in the order of the " +
                     (group.kind == GroupKind::dat ? "elements" : "points, i fastest") + "\n# ";
  for (const Axis& axis : axes) text += axis.name + '\t';
  if (group.kind == GroupKind::gf)
    for (const Axis& axis : axes) text += std::string(1, "xyz"[axis.number]) + '\t';
  text += group.type == Type::complex ? name + ".real\t" + name + ".imag" : name;
  return text + "\trank\n";
}

std::string row(const Call& call, Slot slot, const Point& point, const std::vector<Axis>& axes) {
  const Group& group = call.services().variables().group_of(slot.variable);
  std::string text;
  for (const Axis& axis : axes) text += std::to_string(point.at[axis.number]) + '\t';
  if (group.kind == GroupKind::gf)
    for (const Axis& axis : axes)
      text += common::number_text(call.domain().coordinate(axis.number, point.at[axis.number])) + '\t';
  text += common::value_text(std::span(point.value).first(1)) + '\t';
  if (group.type == Type::complex) text += common::value_text(std::span(point.value).last(1)) + '\t';
  return text + std::to_string(point.rank) + '\n';
}

} // namespace

std::string dump(const Call& call, Slot slot, const Found& found) {
  const std::vector<Axis> axes = axes_of(call, call.services().variables().group_of(slot.variable));
  const std::string path = path_of(call, slot);
  const auto fail = [&path](int reason) -> Error {
    return Error("cannot write '" + path + "': " + std::strerror(reason) +
                 "; make room there, or set driver.output to a folder that can be written");
  };
  const auto close = [](std::FILE* file) { std::fclose(file); };
  std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "w"), close);
  if (!file) throw fail(errno);
  const auto write = [&](const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) throw fail(errno);
  };
  write(header(call, slot, found, axes));
  for (const Point& point : found.first) write(row(call, slot, point, axes));
  if (std::fclose(file.release()) != 0) throw fail(errno);
  return path;
}

} // namespace nopal::nan_checker
