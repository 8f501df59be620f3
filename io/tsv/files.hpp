#pragma once
// The files of this run.

#include "header.hpp"
#include "numbers.hpp"
#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <complex>
#include <string>
#include <vector>

namespace nopal::tsv {

/// `<output folder>/<name>.tsv`, for rank 0. The first use in a run creates the file with its header; a run that goes
/// on from a checkpoint keeps the file of the earlier run, without the rows after the checkpoint.
TextFile& file(Call& call, const std::string& name, const Header& header);

/// "<thorn>-<variable>", what the names of a variable's files begin with.
std::string file_stem(const Variables& variables, int variable);

/// Returns once all rows, and the names of new files, are on the disk. Throws Error.
void sync_files(const std::string& folder);

/// Closes all files; a later use begins them anew.
void close_files();

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

/// "iteration<tab>time", the first two columns of every row.
inline std::string row_start(const Call& call) {
  return text(static_cast<std::int64_t>(call.iteration())) + '\t' + text(call.time());
}

} // namespace nopal::tsv
