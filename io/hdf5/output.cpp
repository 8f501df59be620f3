// The scheduled functions.

#include "agree.hpp"
#include "records.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace nopal::hdf5 {

namespace {

/// Grids of the XDMF file, in order of output.
std::string& written_grids() {
  static std::string grids;
  return grids;
}

/// Whether this run has written.
bool& begun() {
  static bool begun = false;
  return begun;
}

std::vector<Slot> slots(const Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads())
    if (std::find(slots.begin(), slots.end(), clause.slot) == slots.end()) slots.push_back(clause.slot);
  return slots;
}

/// Data files of the series that are there already.
std::vector<std::filesystem::path> older_files(const Names& names) {
  std::vector<std::filesystem::path> found;
  std::error_code ignored; // the folder exists; where it cannot be listed, writing will say so
  for (const auto& entry : std::filesystem::directory_iterator(names.folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(names.stem + '_') && name.ends_with(".h5")) found.push_back(entry.path());
  }
  return found;
}

/// Files of an earlier run that this one will not all replace would pass for its own.
void warn_of_older_files(const Call& call, const Names& names) {
  if (const std::size_t found = older_files(names).size(); found > 0)
    call.services().warn("hdf5: '" + names.folder + "' holds " + std::to_string(found) + " files " + names.stem +
                         "_*.h5 of an earlier run; those of iterations that this run does not write stay");
}

/// What the run that this one goes on from has written after its checkpoint will be written again, and may end earlier.
void remove_later_files(const Names& names, std::int64_t until) {
  for (const std::filesystem::path& path : older_files(names)) {
    const std::string name = path.filename().string();
    const char* const digits = name.data() + names.stem.size() + 1;
    std::int64_t iteration = 0;
    const auto [end, error] = std::from_chars(digits, name.data() + name.size(), iteration);
    if (error == std::errc() && std::string_view(end) == ".h5" && iteration > until) std::filesystem::remove(path);
  }
}

/// Before the first output of this run, by rank 0.
void begin(const Call& call, const Names& names) {
  const std::optional<Recovery>& recovered = call.services().recovered();
  if (!recovered) return warn_of_older_files(call, names);
  remove_later_files(names, recovered->output_until());
  written_grids() = grids_until(names.path(names.xdmf()), recovered->output_until());
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
  together(communicator, [&] {
    if (!std::exchange(begun(), true) && call.services().rank() == 0) begin(call, names);
  });

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

NOPAL_FUNCTION(finish) {
  nopal::hdf5::written_grids().clear();
  nopal::hdf5::begun() = false;
}
