#pragma once
// Runs the device routines of a run whose data stream through the device (core/launch/streamed_pass.hpp). To the
// Accelerator all data lie on the host, which is their home. Here it is decided how many iterations a pass computes and
// how many layers a block has.

#include "core/accelerator/run_observer.hpp"
#include "driver/loop/pass_account.hpp"
#include "driver/loop/way_search.hpp"
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
  /// accelerator.blocking_factor; 0: the search finds the number.
  int given() const { return static_cast<int>(parameters_.integer("accelerator::blocking_factor")); }
  /// Collective. Returns the search of a way for the iterations from `first` on, which may still wait. nullptr: they
  /// form no epoch, or none fits into the device.
  WaySearch* ways(std::int64_t first, const Validity& validity);
  /// Collective. The same, but the search goes on: with the result of an earlier run, or a trial.
  WaySearch* search(std::int64_t first, const Validity& validity);
  /// Returns the ways that a trial compares, the best one by the model first. One: no trial is needed.
  std::vector<int> candidates(const Ways& ways) const;
  /// Collective. Computes an epoch with blocks of at most `block_size` layers, and offers the moments of
  /// RunEpoch::reduced to the Accelerator. `arrays`: the allocations, numbered as by array_of(). Throws PassFailure
  /// with what a launch throws.
  void compute(const RunEpoch& made, long block_size, std::span<const KernelClock> clocks,
               std::span<std::byte* const> arrays, const PassEntered& entered);
  /// What the passes of this rank have done up to now.
  const PassTotals& totals() const { return account_.totals(); }

private:
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
  Ways find_ways(std::int64_t first, const Validity& validity);
  void add_ways(Ways& ways, int most, const RunEpoch& made) const;
  KernelKey key(const RunEpoch& made) const;

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
  std::optional<WaySearch> search_;                  ///< empty: there was no epoch yet that fits
  bool too_large_ = false;                           ///< there are epochs, and some do not fit
};

} // namespace nopal
