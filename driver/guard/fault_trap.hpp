#pragma once
// Catches accesses to protected pages. Only one trap exists at a time.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <thread>

namespace nopal {

enum class FaultKind { read, write, unknown };

/// An access to a page that is watched and does not allow it.
struct Fault {
  static constexpr int most_frames = 64;
  std::uintptr_t address = 0;
  FaultKind kind = FaultKind::unknown;
  bool on_caller = false;      ///< on the thread that called watch()
  void* frames[most_frames]{}; ///< the instruction that faulted, then return addresses, innermost first
  int n_frames = 0;
};

/// Addresses begin <= a < end.
struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

class FaultTrap {
public:
  /// What is to be told of a fault, and whether the stack may be left by a jump: not where a library on it is in the
  /// middle of something.
  struct Verdict {
    std::string text;
    bool may_leave = false;
  };
  using Judge = std::function<Verdict(const Fault&)>;
  /// Tells, and does not return.
  using End = std::function<void(const std::string& text)>;

  /// Both are called on a thread of the trap's own, while the thread at fault waits.
  FaultTrap(Judge judge, End end);
  ~FaultTrap();
  FaultTrap(const FaultTrap&) = delete;
  FaultTrap& operator=(const FaultTrap&) = delete;

  /// Runs the action. Empty where it ended by itself; exceptions pass. Where it faulted in one of the ranges on this
  /// thread and its stack may be left, the verdict's text: the action is then half done, its destructors did not run.
  /// Any other fault in the ranges ends the program through `end`. Faults elsewhere go to the handler that was there
  /// before.
  std::string watch(std::span<const AddressRange> ranges, const std::function<void()>& action);

private:
  void serve();
  Judge judge_;
  End end_;
  std::string text_;
  std::thread reporter_;
};

} // namespace nopal
