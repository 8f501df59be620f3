#include "not_finite.hpp"

#include "records.hpp"

#include "io/common/finite.hpp"
#include "io/common/number_text.hpp"

#include <span>
#include <string>

namespace nopal::hdf5 {

namespace {

using common::NotFiniteIn;
using common::Precision;

Precision precision_of(const Options& options, const Group& group) {
  return is_single(options, group) ? Precision::single : Precision::full;
}

/// Returns the value and, if only its form in the file is infinite, that it is.
std::string text_of(std::span<const double> parts) {
  const std::string text = common::value_text(parts);
  return common::first_not_finite(parts) ? text : text + ", infinite as a float,";
}

/// Calls `found` with the first point of the selection whose value is not finite, and the parts of the value.
/// `source` begins at the first point of the selection, in which i is fastest.
template <class Found>
void first_in(const Source& source, const Selection& selection, Precision precision, Found&& found) {
  const auto* const values = static_cast<const double*>(source.first);
  const auto parts = static_cast<std::size_t>(source.parts);
  const bool together = selection.stride[0] == 1;
  // A row whose values do not lie together is looked at value by value.
  const long pieces = together ? 1 : selection.count[0];
  const std::size_t size = parts * static_cast<std::size_t>(together ? selection.count[0] : 1);
  for (long k = 0; k < selection.count[2]; ++k)
    for (long j = 0; j < selection.count[1]; ++j)
      for (long i = 0; i < pieces; ++i) {
        const long element = i * selection.stride[0] + j * selection.stride[1] * source.stride[1] +
                             k * selection.stride[2] * source.stride[2];
        const std::span piece(values + element * source.parts, size);
        const auto first = common::first_not_finite(piece, precision);
        if (!first) continue;
        const std::size_t n = *first / parts;
        const Index point{selection.first[0] + i * selection.stride[0] + static_cast<long>(n),
                          selection.first[1] + j * selection.stride[1], selection.first[2] + k * selection.stride[2]};
        return found(point, piece.subspan(n * parts, parts));
      }
}

void look_at_points(const Fields& fields, const Group& group, Slot slot, const Selection& selection,
                    Precision precision, const NotFiniteIn& report) {
  if (selection.empty()) return;
  first_in(source_of(fields, group.type, slot, selection.first), selection, precision,
           [&](const Index& point, std::span<const double> parts) { report.at_point(point, text_of(parts)); });
}

void look_at_rows(const Rows& rows, Precision precision, const NotFiniteIn& report) {
  const auto first = common::first_not_finite(rows.reals, precision);
  if (!first) return;
  const auto columns = static_cast<std::size_t>(rows.columns);
  report.at_element(rows.first + static_cast<std::int64_t>(*first / columns), static_cast<int>(*first % columns),
                    text_of(std::span(rows.reals).subspan(*first, 1)));
}

} // namespace

void look_for_not_finite(Call& call, const Options& options, const Content& content) {
  for (const Slot slot : content.slots) {
    const Group& group = call.services().variables().group_of(slot.variable);
    if (group.type == Type::integer) continue;
    const NotFiniteIn report(call, slot, "hdf5");
    const Precision precision = precision_of(options, group);
    if (group.kind == GroupKind::gf) {
      const Part part = call.only_part(); // a file takes one box from each process
      look_at_points(part, group, slot, part_in(options.selection, part.owned()), precision, report);
    } else if (group.kind == GroupKind::dat) {
      look_at_rows(content.dats.at(slot.variable), precision, report);
    } else if (call.services().rank() == 0 && group.kind == GroupKind::array) {
      look_at_points(call, group, slot, all_of({{0, 0, 0}, group.shape}), precision, report);
    } else if (call.services().rank() == 0 && group.type == Type::complex) {
      report.look(call.read<std::complex<double>>(slot).value());
    } else if (call.services().rank() == 0) {
      report.look(call.read<double>(slot).value());
    }
  }
}

} // namespace nopal::hdf5
