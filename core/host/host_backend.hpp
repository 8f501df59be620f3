#pragma once
// A way to run kernels on the processors of this process. The user chooses one with accelerator.host.

#include "core/host/block_failure.hpp"
#include "core/host/blocks.hpp"
#include "core/host/work_shares.hpp"

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

/// Returns traits of a host backend whose blocks have at most so many threads, with what all host backends share.
BackendTraits host_traits(std::string name, std::string library, long max_threads);

/// Computes the parts first to last - 1. The calls of a member follow each other.
using PartsFunction = std::function<void(int member, long first, long last)>;

class HostBackend {
public:
  /// Makes a backend whose share() has so many members, at least 1.
  HostBackend(BackendTraits traits, int members);
  virtual ~HostBackend() = default;
  HostBackend(const HostBackend&) = delete;
  HostBackend& operator=(const HostBackend&) = delete;
  const BackendTraits& traits() const { return traits_; }

  /// Returns the number of threads that share() may use, at least 1.
  int members() const { return members_; }
  /// Computes a job of n parts, 0 to n - 1, by calls of work(member, first, last). Each part is computed once.
  /// Members 0 to members() - 1 compute in parallel, if there are processors. Each begins with its own share, which is
  /// the same in each call with the same n. Then it takes parts that others have not begun. A member that gets no
  /// processor computes nothing. If some call throws, no other part begins, and share() throws the first exception. Do
  /// not call it while share() or run() is running.
  void share(long n, const PartsFunction& work);
  /// Runs all threads of all blocks and returns when all have ended. Throws the exception of a thread, or Error if some
  /// threads of a block end while others wait at its barrier. Asserts that the launch is within the traits' limits. Do
  /// not call it while share() or run() is running. After an exception both can be called again.
  void run(const HostBlocks& blocks);
  /// Returns true while share() or run() is running. A jump out of them leaves threads that cannot be joined.
  bool busy() const { return busy_; }

protected:
  /// As share(), for run_blocks().
  void share_parts(long n, const PartsFunction& work);

private:
  /// Calls work(0), and at the same time work(m) for some or all other members m. Returns when all calls have returned.
  /// `work` does not throw.
  virtual void call_members(const std::function<void(int member)>& work) = 0;
  /// `blocks` has at least one block.
  virtual void run_blocks(const HostBlocks& blocks) = 0;

  BackendTraits traits_;
  int members_;
  WorkShares shares_;
  FirstFailure failure_;
  std::atomic<bool> busy_{false};
};

} // namespace nopal
