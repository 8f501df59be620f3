#pragma once
// The record of a run, in its output folder: what ran, where, with which parameters, and how it ended
// (docs/provenance.md).

#include "core/thorn/services.hpp"
#include "driver/output_folder/output_folder.hpp"
#include "driver/provenance/machine.hpp"
#include "driver/setup/context.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace nopal {

class RunRecord;

class Provenance {
public:
  /// Collective: rank 0 writes the record, with the state "running". Throws the same Error on all ranks where it
  /// cannot.
  Provenance(const OutputFolder& folder, const RunDescription& run, const Context& context);
  ~Provenance();
  Provenance(const Provenance&) = delete;
  Provenance& operator=(const Provenance&) = delete;

  /// Collective: the run takes another output folder, and the record goes with it. As above.
  void move(const OutputFolder& folder);

  /// Collective: the run goes on from a checkpoint. As above.
  void recovered(const Recovery& recovery);

  /// The run has reached this iteration. Rank 0 writes it down now and then; where it cannot, it warns.
  void passed(std::int64_t iteration);

  /// Collective: from this iteration on a parameter has another value, both as they would stand in a parfile. As above.
  void record_change(std::int64_t iteration, const std::string& parameter, const std::string& before,
                     const std::string& after);

  /// Collective: the run has reached its end, or, where `reason` is not empty, ended before it. As above.
  void end(std::int64_t iteration, const std::string& reason);

  /// The run fails. On rank 0, from the thread of the constructor. Says nothing where it cannot be written.
  void failed(const std::string& text) noexcept;

  /// The same from any rank and thread, where the others can say nothing any more; a failure that is recorded already
  /// stays.
  void failed_alone(const std::string& text) const noexcept;

private:
  template <class Step> void keep(Step&& step);
  const Session& session_;
  std::string folder_;                ///< of the record
  std::unique_ptr<RunRecord> record_; ///< rank 0's
  bool warned_ = false;
};

} // namespace nopal
