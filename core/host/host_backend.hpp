#pragma once
// A way to run kernels on the processors of this process. The user chooses one with accelerator.host.

#include "core/host/blocks.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace nopal {

/// The properties of a backend: one column of `nopal list backends`.
struct BackendTraits {
  std::string name;    ///< "openmp-blocks"
  std::string devices; ///< processors that it uses
  std::string library; ///< library and version
  std::string blocks;  ///< how the blocks of a grid run
  std::string threads; ///< how the threads of a block run
  std::string index;   ///< how a thread learns its index
  std::string shared;  ///< where the memory of a block lies
  std::string sync;    ///< how the threads of a block wait for each other
  std::string atomics; ///< how atomic operations work
  BlockLimits limits;  ///< set for host backends only; the description of a device has its limits
};

class HostBackend {
public:
  virtual ~HostBackend() = default;
  virtual const BackendTraits& traits() const = 0;

  /// Returns the number of members of share(), at least 1.
  virtual int members() const = 0;
  /// Calls work(member, n_members) once for each member 0 to n_members - 1, in parallel if there are processors.
  /// Returns when all calls have ended. If some threw, throws the first exception. Do not call it while share() or
  /// run() is running.
  void share(const std::function<void(int member, int n_members)>& work);
  /// Runs all threads of all blocks and returns when all have ended. Throws the exception of a thread, or Error if some
  /// threads of a block end while others wait at its barrier. Asserts that the launch is within the traits' limits. Do
  /// not call it while share() or run() is running. After an exception both can be called again.
  void run(const HostBlocks& blocks);
  /// Returns true while share() or run() is running. A jump out of them leaves threads that cannot be joined.
  bool busy() const { return busy_; }

private:
  virtual void share_work(const std::function<void(int member, int n_members)>& work) = 0;
  /// `blocks` has at least one block.
  virtual void run_blocks(const HostBlocks& blocks) = 0;

  std::atomic<bool> busy_{false};
};

} // namespace nopal
