#include "driver/sudden_end/signal_line.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace nopal {

SignalLine& SignalLine::add(const char* text) { return add(text, std::strlen(text)); }

SignalLine& SignalLine::add(const char* text, std::size_t n) {
  n = std::min(n, most - n_);
  std::memcpy(text_ + n_, text, n);
  n_ += n;
  return *this;
}

SignalLine& SignalLine::add_number(std::int64_t number) {
  char digits[24];
  return add(digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, number).ptr - digits));
}

SignalLine& SignalLine::add_address(std::uintptr_t address) {
  char digits[24];
  add("0x");
  return add(digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, address, 16).ptr - digits));
}

void SignalLine::print() {
  text_[n_] = '\n';
  const char* next = text_;
  std::size_t left = n_ + 1;
  while (left > 0) {
    const ssize_t written = ::write(STDERR_FILENO, next, left);
    if (written < 0 && errno != EINTR) return;
    if (written <= 0) continue;
    next += written;
    left -= static_cast<std::size_t>(written);
  }
}

} // namespace nopal
