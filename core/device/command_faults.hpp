#pragma once
// What is said of a command that failed on a device with queues. Kernels run after their launch has returned, so what
// is wrong with one comes up at a later call: the launches that may be the cause are remembered until they are known
// to have ended well.

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
  QueueEvent event;             ///< its end
};

/// Whose failure it is that a call reports.
enum class FaultOf {
  call,    ///< its own: it was refused, and others may go on
  command, ///< that of the command it names; nothing works from now on
  earlier, ///< maybe that of a command given before; nothing works from now on
};

/// After a failure that leaves the device unusable, every further one throws that first one again.
class CommandFaults {
public:
  using Ended = std::function<bool(const Launched&)>;

  /// api: "CUDA". `language` decides the words of a shape. synchronous: the plugin waits for each command.
  CommandFaults(std::string api, std::string device, DeviceLanguage language, bool synchronous);

  bool synchronous() const { return synchronous_; }
  /// "wavetoy::evolve (...), 12 x 1 x 1 blocks of 128 x 1 x 1 threads, 0 bytes of shared memory"
  std::string text(const Launched& launch) const;

  /// Remembers a launch that is about to be given; its event is set when there is one. `ended` is asked, from the
  /// oldest on, whether the launches before have ended well; the first of which that is not known ends the questions.
  Launched& launching(Launched launch, const Ended& ended);
  /// The last one was refused.
  void not_launched() { under_way_.pop_back(); }
  /// As launching() does before, after the host has waited for something.
  void settle(const Ended& ended);
  /// All have ended well.
  void settled() { under_way_.clear(); }
  /// Functions of thorns have the queue, and may put commands of their own on it.
  void handed_out() { handed_out_ = true; }

  /// Whether a failure that leaves the device unusable has come up.
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
