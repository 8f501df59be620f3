#pragma once
// The record of a run, in its output folder: what ran, where, with which parameters, and how it ended
// (docs/provenance.md).

#include "core/accelerator/run_observer.hpp"
#include "core/thorn/services.hpp"
#include "driver/output_folder/output_folder.hpp"
#include "driver/setup/context.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace nopal {

class RunRecord;

/// Rank 0 writes the record. This object observes the run, so that the record says how far the run has come.
class Provenance final : public RunObserver {
public:
  /// Collective. Writes the record, with the state "running". This and the following collective functions throw the
  /// same Error on all ranks if rank 0 cannot write.
  Provenance(const OutputFolder& folder, const RunDescription& run, const Context& context);
  ~Provenance() override;
  Provenance(const Provenance&) = delete;
  Provenance& operator=(const Provenance&) = delete;

  /// Collective. Moves the record to another output folder.
  void move(const OutputFolder& folder);

  /// Collective. Records that the run goes on from a checkpoint.
  void recovered(const Recovery& recovery);

  // If these functions cannot write, they warn once and the run goes on.
  /// Records the iteration about twice a minute.
  void iteration_done(std::int64_t iteration) override;
  void found_not_finite(std::span<const NotFiniteOutput> variables) override;
  void steered(std::int64_t iteration, std::span<const ParameterChange> changes) override;

  /// Collective. Records the end. `reason`: why the run ended before its last iteration; empty: it did not.
  void ended(std::int64_t iteration, const std::string& reason);

  /// Records, on rank 0 only, that the launcher ends the job and may soon kill the run, whose output it then shows no
  /// more. The text goes to the record and to last_words.txt in the output folder. May be called from any thread.
  void may_be_killed(const std::string& text) noexcept;
  /// Adds a line to last_words.txt, if may_be_killed() was called before.
  void add_to_last_words(const std::string& text) noexcept;

  /// Records a failure. Writes on rank 0 only; call it from the thread of the constructor.
  void failed(const std::string& text) noexcept;

  /// Records a failure, unless one is recorded already. Call it just before this process ends the job, from any rank
  /// and thread.
  void failed_alone(const std::string& text) const noexcept;

private:
  template <class Step> void try_to(Step&& step);
  const Session& session_;
  std::string folder_;                ///< folder of the record
  std::unique_ptr<RunRecord> record_; ///< null on other ranks than 0
  std::mutex mutex_;                  ///< of the record and of the following
  std::string output_;                ///< the output folder
  bool last_words_ = false;           ///< there is a file for them
  bool warned_ = false;
};

} // namespace nopal
