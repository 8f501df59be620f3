#pragma once
// The files of this run.

#include "header.hpp"
#include "numbers.hpp"
#include "text_file.hpp"

#include <nopal/thorn.hpp>

#include <complex>
#include <map>
#include <string>
#include <vector>

namespace nopal::tsv {

/// The open files of a run, on rank 0.
class Files {
public:
  /// See file() below.
  TextFile& file(Call& call, const std::string& name, const Header& header);
  /// Returns when all rows and the names of new files are on the disk. Throws Error.
  void sync(const std::string& folder);

private:
  std::map<std::string, TextFile> files_;
  bool names_are_synced_ = true; ///< the names of all files are on the disk
};

/// Returns the file `<output folder>/<name>.tsv`. Rank 0 calls it. The first call in a run creates the file with its
/// header. A run that goes on from a checkpoint keeps the file of the earlier run without the rows after the
/// checkpoint.
TextFile& file(Call& call, const std::string& name, const Header& header);

/// Returns "<thorn>-<variable>", the beginning of the names of a variable's files.
std::string file_stem(const Variables& variables, int variable);

/// Calls `function` with the field of the slot, which has the type of the variable. `fields` is the part or call that
/// has the slot.
template <class Function> void with_field(const Call& call, const Fields& fields, Slot slot, Function&& function) {
  switch (call.services().variables().group_of(slot.variable).type) {
  case Type::real:
    return function(fields.read<double>(slot));
  case Type::integer:
    return function(fields.read<std::int64_t>(slot));
  case Type::complex:
    return function(fields.read<std::complex<double>>(slot));
  }
}

/// Returns a comment line, which begins with "##", for the rows that follow if the values of the slot belong to an
/// earlier iteration. Empty: they belong to this one.
std::string remark(const Call& call, Slot slot);

/// Returns "iteration<tab>time", the first two columns of every row.
inline std::string row_start(const Call& call) {
  return text(static_cast<std::int64_t>(call.iteration())) + '\t' + text(call.time());
}

} // namespace nopal::tsv
