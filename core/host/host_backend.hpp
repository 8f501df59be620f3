#pragma once
// How kernels run on the processors of this process: the way is the user's choice, accelerator.host.

#include "core/host/blocks.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace nopal {

/// What a backend is made of and what a block of threads may ask of it: one column of `nopal list backends`.
struct BackendTraits {
  std::string name;    ///< "openmp-blocks"
  std::string devices; ///< what it runs on
  std::string library; ///< and its version
  std::string blocks;  ///< how the blocks of a grid run
  std::string threads; ///< how the threads of a block run
  std::string index;   ///< how a thread learns its index
  std::string shared;  ///< where the memory of a block lies
  std::string sync;    ///< how the threads of a block wait for each other
  std::string atomics; ///< what makes them
  BlockLimits limits;  ///< of a host backend; those of a device stand in its description
};

class HostBackend {
public:
  virtual ~HostBackend() = default;
  virtual const BackendTraits& traits() const = 0;

  /// How many members share() has, at least 1.
  virtual int members() const = 0;
  /// Calls work(member, n_members) once for each member 0 to n_members - 1, beside each other where there are
  /// processors; returns when all have ended, and then throws what the first of them threw. Not to be called from
  /// within itself or run().
  void share(const std::function<void(int member, int n_members)>& work);
  /// Runs all threads of all blocks; returns when all have ended. Throws what a thread threw; Error where some threads
  /// of a block end while others of it wait at its barrier. Asserts that the launch is within the traits' limits. Not
  /// to be called from within itself or share(). After either has thrown, both can be called again.
  void run(const HostBlocks& blocks);
  /// Whether share() or run() is under way. Whoever leaves them by a jump leaves threads behind that cannot be joined.
  bool busy() const { return busy_; }

private:
  virtual void share_work(const std::function<void(int member, int n_members)>& work) = 0;
  /// At least one block.
  virtual void run_blocks(const HostBlocks& blocks) = 0;

  std::atomic<bool> busy_{false};
};

} // namespace nopal
