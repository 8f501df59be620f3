#pragma once
// Error messages for commands that failed on a device with queues. A kernel runs after its launch has returned, so its
// failure appears at a later call. This class remembers the launches that may be the cause until they are known to have
// ended without error.

#include "core/device/queues.hpp"

#include <deque>
#include <functional>
#include <string>

namespace nopal {

/// A kernel that was put on Queue::kernels.
struct Launched {
  std::string label;
  LaunchShape shape;
  std::size_t shared_bytes = 0; ///< memory that a group of work-items shares
  QueueEvent event;             ///< the end of the kernel
};

/// What caused the failure that a call reports.
enum class FaultOf {
  call,    ///< the call itself: the device refused it, other calls still work
  command, ///< the command that the message names; the device is unusable
  earlier, ///< perhaps an earlier command; the device is unusable
};

/// After a failure that leaves the device unusable, every later failure throws the first Error again.
class CommandFaults {
public:
  using Ended = std::function<bool(const Launched&)>;

  /// `api`: "CUDA". `language` chooses the words for a launch shape. `synchronous`: the plugin waits for each command.
  CommandFaults(std::string api, std::string device, DeviceLanguage language, bool synchronous);

  bool synchronous() const { return synchronous_; }
  /// "wavetoy::evolve (...), 12 x 1 x 1 blocks of 128 x 1 x 1 threads, 0 bytes of shared memory"
  std::string text(const Launched& launch) const;

  /// Remembers a launch. Call this before the launch; set the event of the result after it. Forgets older launches
  /// for which `ended` returns true, from the oldest to the first for which it returns false.
  Launched& launching(Launched launch, const Ended& ended);
  /// Call this if the device refused the last launch.
  void not_launched() { under_way_.pop_back(); }
  /// Call this after the host has waited for something: forgets launches as launching() does.
  void settle(const Ended& ended);
  /// Call this when all launches have ended without error.
  void settled() { under_way_.clear(); }
  /// Call this when a function of a thorn gets the queue. The function may put its own commands on it.
  void handed_out() { handed_out_ = true; }

  /// Returns true after a failure that left the device unusable.
  bool broken() const { return !first_.empty(); }
  /// Throws the first such failure again.
  void require_working() const;
  /// Throws Error "<api> cannot <what> on <device>: <call> says <error>".
  [[noreturn]] void fail(const std::string& what, const std::string& call, const std::string& error, FaultOf of);

private:
  std::string suspects(const std::string& what) const;

  std::string api_;
  std::string device_;
  DeviceLanguage language_;
  bool synchronous_;
  bool handed_out_ = false;
  std::deque<Launched> under_way_;
  std::string first_;
};

} // namespace nopal
