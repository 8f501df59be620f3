#pragma once
// The files of this run, and what every one of them begins with.

#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <functional>
#include <string>
#include <vector>

namespace nopal::tsv {

/// Appends to `<output folder>/<thorn>-<variable>.<kind>tsv`; `kind` is "norms.", "x." or empty. The first append of
/// a run creates the file with a header: lines that begin with #, of which the last one names the columns. A run that
/// goes on from a checkpoint keeps the file of the earlier run, without the rows after the checkpoint.
void append(Call& call, int variable, const std::string& kind, const std::string& about,
            const std::vector<std::string>& columns, const std::string& rows);

/// Closes all files; a later append begins them anew.
void close_files();

/// The slots that the routine reads, each once, in order.
std::vector<Slot> slots(const Call& call);

/// One column for a real or an integer, two for a complex number.
std::vector<std::string> value_columns(const Variables& variables, int variable);

/// Calls `function` with the field of the slot, typed.
template <class Function> void with_field(Call& call, Slot slot, Function&& function) {
  switch (call.services().variables().group_of(slot.variable).type) {
  case Type::real:
    return function(call.read<double>(slot));
  case Type::integer:
    return function(call.read<std::int64_t>(slot));
  case Type::complex:
    return function(call.read<std::complex<double>>(slot));
  }
}

inline std::string text(const std::complex<double>& value) { return text(value.real()) + '\t' + text(value.imag()); }

/// "iteration<tab>time", the first two columns of every row.
inline std::string row_start(const Call& call) {
  return text(static_cast<std::int64_t>(call.iteration())) + '\t' + text(call.time());
}

} // namespace nopal::tsv
