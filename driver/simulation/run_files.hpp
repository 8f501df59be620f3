#pragma once
// The files that nopal itself writes about a run: the record in the output folder, and the trace.

#include "driver/loop/time_loop.hpp"
#include "driver/output_folder/output_folder.hpp"
#include "driver/output_folder/scratch_folder.hpp"
#include "driver/provenance/provenance.hpp"
#include "driver/records/earlier_runs.hpp"
#include "driver/trace/run_trace.hpp"

#include <optional>

namespace nopal {

/// This object outlives the simulation, because the files also say why a simulation failed.
struct RunFiles {
  /// Collective. Takes the output folder, then writes the record, then creates the file of the trace. Throws the same
  /// Error on all ranks if one of them cannot be written; files that were written before stay.
  void open(const RunDescription& run, const Context& context);
  /// Collective. The same for a run that keeps nothing: it gets an empty folder for temporary files, and no record.
  void open_scratch(const Session& session);
  /// Collective. Call this after paramcheck: completes the record, and takes another folder if the run was to go on
  /// from a checkpoint but found none.
  void started(RunServices& services, Control& control);
  /// Collective. Writes the trace, if the run is traced, to its file.
  void write_trace(const std::string& file);
  /// Collective. Writes to the record that the run has ended, and why if it ended early.
  void finish(const TimeLoop::Result& result);
  /// Writes why the run failed, as far as that is possible.
  void fail(const std::string& failure) noexcept;

  /// Records that the launcher ends the job, if there is a record (Provenance::may_be_killed()).
  void may_be_killed(const std::string& text) noexcept {
    if (provenance) provenance->may_be_killed(text);
  }
  /// Records why this rank ends the job alone, if there is a record.
  void failed_alone(const std::string& failure) const noexcept;

  /// Returns the folder for output, from the root on.
  const std::string& path() const { return folder ? folder->whole_path() : scratch->path(); }
  /// Returns the path of the record, from the root on; empty if the run keeps nothing.
  std::string record() const { return folder ? folder->run() + '/' + record_name : std::string(); }
  Timeline* timeline() { return trace ? &trace->timeline() : nullptr; }

  std::optional<OutputFolder> folder;
  std::optional<ScratchFolder> scratch; ///< has a value, in place of folder and provenance, if the run keeps nothing
  std::optional<Provenance> provenance;
  std::optional<RunTrace> trace; ///< has a value if the run is traced
};

} // namespace nopal
