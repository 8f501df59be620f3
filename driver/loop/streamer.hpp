#pragma once
// Runs the device routines of a run whose data stream through the device (core/launch/streamed_pass.hpp). To the
// Accelerator all data lie on the host, which is their home. Here it is decided how many iterations a pass computes and
// how many layers a block has.

#include "core/accelerator/run_observer.hpp"
#include "core/kernel_cache/key.hpp"
#include "core/launch/trial.hpp"
#include "driver/loop/pass_account.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/block_size.hpp"
#include "driver/setup/pass_maker.hpp"
#include "driver/storage/storage.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nopal {

class Streamer {
public:
  /// What a Streamer works with. It must outlive the Streamer.
  struct Parts {
    const RunDescription* run = nullptr;
    const Session* session = nullptr;
    Device* device = nullptr;
    Storage* storage = nullptr;
    Accelerator* accelerator = nullptr; ///< counts the copies
    WindowLimits limits{};
    std::string plugin{}; ///< name of the device plugin
    const RunObservers* observers = nullptr;
  };
  /// Throws Error if the device cannot hold windows of fields, or if blocks of the given size, or of one layer, do not
  /// fit.
  explicit Streamer(const Parts& parts);
  /// Waits for copies that still run, because pinned memory must outlive them.
  ~Streamer();
  Streamer(const Streamer&) = delete;
  Streamer& operator=(const Streamer&) = delete;

  /// Whether the device computes a routine.
  bool computes(const Routine& routine) const;
  /// Computes a kernel or a stencil alone.
  void launch(const Routine& routine, const KernelClock& clock);
  /// Collective. Returns how many iterations the epoch that begins with iteration `first` should have at most. 0: there
  /// is no epoch.
  int factor(std::int64_t first, const Validity& validity);
  /// Collective. Computes an epoch, and offers the moments of RunEpoch::reduced to the Accelerator. `arrays`: the
  /// allocations, numbered as by array_of(). Throws PassFailure with what a launch throws.
  void compute(const RunEpoch& made, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
               const PassEntered& entered);
  /// What the passes of this rank have done up to now.
  const PassTotals& totals() const { return account_.totals(); }

private:
  /// A number of iterations and a number of layers.
  struct Way {
    int most = 1;       ///< iterations at most
    int iterations = 1; ///< of the first epoch
    long block_size = 0;
    std::string text() const;
  };
  bool all_may_choose(RunEpoch made) const;
  /// A pass and its name in messages.
  struct Named {
    std::unique_ptr<StreamedPass> pass;
    std::string what;
    std::int64_t runs = 0;
  };
  Named named(const Pass& pass, long most, const std::string& what) const;
  Named& alone(const Routine& routine);
  void create(Named& named);
  void free_device();
  void pin(std::span<std::byte* const> arrays, const std::vector<Slot>& slots);
  void run(Named& named, const std::string& name, std::span<const KernelClock> clocks,
           std::span<std::byte* const> arrays, const PassEntered& entered, std::span<Moments> moments = {});
  void choose_ways(std::int64_t first, const Validity& validity);
  KernelKey key_of_ways(const RunEpoch& made) const;
  void recall_way();
  void took(const RunEpoch& made, double seconds);
  const Way& way() const { return ways_[static_cast<std::size_t>(trial_->next())]; }

  Parts parts_;
  const Parameters& parameters_;
  EpochMaker maker_;
  BlockSize blocks_;
  PassMaker passes_;
  PassAccount account_;
  std::vector<int> temporaries_;
  std::map<int, Named> alone_;                       ///< kernels and stencils, by routine
  std::map<std::string, Named> epochs_;              ///< by routines, iterations, block size and so on
  StreamedPass* on_device_ = nullptr;                ///< the pass that has storage there; null: none
  std::map<std::byte*, std::shared_ptr<void>> pins_; ///< by address
  std::vector<Way> ways_;
  std::optional<Trial> trial_; ///< of ways_; empty: nothing is chosen yet
  KernelKey key_;              ///< of the result of the trial
  bool too_large_ = false;     ///< there are epochs, and some do not fit
};

} // namespace nopal
