// The scheduled functions.

#include "agree.hpp"
#include "records.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace nopal::hdf5 {

namespace {

/// Grids of the XDMF file of this run, in order of output; empty before the first.
std::string& written_grids() {
  static std::string grids;
  return grids;
}

std::vector<Slot> slots(const Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads())
    if (std::find(slots.begin(), slots.end(), clause.slot) == slots.end()) slots.push_back(clause.slot);
  return slots;
}

/// Files of an earlier run that this one will not all replace would pass for its own.
void warn_of_older_files(const Call& call, const Names& names) {
  long found = 0;
  std::error_code ignored; // the folder exists; where it cannot be listed, writing will say so
  for (const auto& entry : std::filesystem::directory_iterator(names.folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(names.stem + '_') && name.ends_with(".h5")) ++found;
  }
  if (found > 0)
    call.services().warn("hdf5: '" + names.folder + "' holds " + std::to_string(found) + " files " + names.stem +
                         "_*.h5 of an earlier run; those of iterations that this run does not write stay");
}

constexpr const char* allowed_file = "letters, digits, '_', '-' and '.', the first not '.' and the last not a digit";

void check_file(const Call& call, ErrorList& errors) {
  const std::string& stem = call.string("file");
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  if (stem.empty() || !std::all_of(stem.begin(), stem.end(), good) || stem.front() == '.' ||
      (stem.back() >= '0' && stem.back() <= '9'))
    errors.add(call.services().parameters().where("hdf5::file"),
               "hdf5.file is '" + stem + "'; it takes " + allowed_file);
}

void check_names(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  std::map<std::string, int> named;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name)) {
      const auto [other, is_new] = named.emplace(record_name(variables, v), v);
      if (!is_new && other->second != v)
        errors.add(call.services().parameters().where("hdf5::variables"),
                   "hdf5.variables lists '" + variables.full_name(other->second) + "' and '" + variables.full_name(v) +
                       "', which would both be called '" + other->first + "' in the file: write only one of them");
    }
}

} // namespace

} // namespace nopal::hdf5

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::hdf5::check_file(call, errors);
  nopal::hdf5::check_names(call, errors);
  errors.raise_if_any();
}

NOPAL_FUNCTION(write) {
  using namespace nopal::hdf5;
  const Silence silence;
  const auto communicator = *static_cast<MPI_Comm*>(call.services().communicator());
  const Names names{call.services().output_folder(), call.string("file")};
  const auto written = slots(call);
  if (written.empty()) return;
  if (written_grids().empty() && call.services().rank() == 0) warn_of_older_files(call, names);

  std::int64_t bytes = 0;
  for (const auto slot : written) bytes += bytes_of(call, slot.variable);
  File file(communicator, names, call, bytes);
  file.meshes(); // openPMD promises the group even where an output has no grid function
  for (const auto slot : written) write_variable(file, call, slot);
  file.publish();

  written_grids() += xdmf_grid(names, call, written);
  together(communicator, [&] {
    if (call.services().rank() == 0) replace_file(names.path(names.xdmf()), xdmf_document(written_grids()));
  });
}

NOPAL_FUNCTION(finish) { nopal::hdf5::written_grids().clear(); }
