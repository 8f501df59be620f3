#pragma once
// A line of text that a signal handler can build and print.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal {

/// Holds the text in the object itself, and uses only functions that are safe in signal handlers. What does not fit is
/// left out.
class SignalLine {
public:
  SignalLine& add(const char* text);
  SignalLine& add(const std::string& text) { return add(text.data(), text.size()); }
  SignalLine& add(const char* text, std::size_t n);
  SignalLine& add_number(std::int64_t number);
  SignalLine& add_address(std::uintptr_t address);
  /// Writes the text and the end of the line to standard error, in one piece if the system can.
  void print();

  std::size_t size() const { return n_; }
  const char* data() const { return text_; }

private:
  static constexpr std::size_t most = 2048;
  char text_[most + 1]{}; ///< room for the end of the line
  std::size_t n_ = 0;
};

} // namespace nopal
