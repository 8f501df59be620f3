#pragma once
// Catches accesses to protected pages. Only one trap exists at a time.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <thread>

namespace nopal {

enum class FaultKind { read, write, unknown };

/// An access that the protection of a watched page forbids.
struct Fault {
  static constexpr int most_frames = 64;
  std::uintptr_t address = 0;
  FaultKind kind = FaultKind::unknown;
  pid_t thread = 0;            ///< number of the faulting thread
  bool on_caller = false;      ///< true: on the thread that called watch()
  void* frames[most_frames]{}; ///< faulting instruction, then return addresses, innermost first
  int n_frames = 0;
};

/// The addresses from `begin` on, up to but not including `end`.
struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool contains(std::uintptr_t address) const { return address >= begin && address < end; }
};

class FaultTrap {
public:
  /// The message about a fault, and whether watch() may leave the stack with a jump. It may not if a library on the
  /// stack cannot be left in the middle of its work.
  struct Verdict {
    std::string text;
    bool may_leave = false;
  };
  using Judge = std::function<Verdict(const Fault&)>;
  /// Prints the message and does not return.
  using End = std::function<void(const std::string& text)>;

  /// Both functions are called on a thread of the trap, while the faulting thread waits.
  FaultTrap(Judge judge, End end);
  ~FaultTrap();
  FaultTrap(const FaultTrap&) = delete;
  FaultTrap& operator=(const FaultTrap&) = delete;

  /// Runs the action and lets its exceptions pass. Returns empty text if there was no fault. If the action faults in
  /// one of the ranges, on this thread, and its stack may be left, returns the verdict's text; the action is then half
  /// done, and destructors of its objects did not run. Any other fault in the ranges calls `end`. The earlier handler
  /// gets faults at other addresses.
  std::string watch(std::span<const AddressRange> ranges, const std::function<void()>& action);

private:
  void serve();
  Judge judge_;
  End end_;
  std::string text_;
  std::thread reporter_;
};

} // namespace nopal
