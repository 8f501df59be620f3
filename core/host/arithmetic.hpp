#pragma once
// How a thread computes with floating-point numbers.

#include <cstdint>
#include <string>

namespace nopal {

/// The settings of the processor for a thread: how it rounds, which exceptions raise SIGFPE, and whether numbers close
/// to 0 count as 0. A new thread takes over the settings of the thread that starts it.
class Arithmetic {
public:
  /// What a program begins with: it rounds to the nearest number, nothing raises SIGFPE, every number counts.
  Arithmetic();
  /// Returns the settings of the calling thread. Takes a few nanoseconds.
  static Arithmetic of_thread();
  /// Gives these settings to the calling thread.
  void set() const;
  bool operator==(const Arithmetic&) const = default;

private:
  std::uint64_t bits_ = 0; ///< of control registers
  friend std::string changes(const Arithmetic& before, const Arithmetic& after);
};

/// Returns what differs, for a message: "how the processor rounds (it rounds up now)". Empty: nothing.
std::string changes(const Arithmetic& before, const Arithmetic& after);

/// While this object exists, its thread computes with the settings that a program begins with.
class UsualArithmetic {
public:
  UsualArithmetic() : before_(Arithmetic::of_thread()) { change(Arithmetic()); }
  ~UsualArithmetic() { change(before_); }
  UsualArithmetic(const UsualArithmetic&) = delete;
  UsualArithmetic& operator=(const UsualArithmetic&) = delete;

private:
  /// To set costs more than to look.
  void change(const Arithmetic& wanted) const {
    if (before_ != Arithmetic()) wanted.set();
  }
  Arithmetic before_;
};

} // namespace nopal
