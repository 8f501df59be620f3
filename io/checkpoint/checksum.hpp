#pragma once
// XXH3, 64 bits, of bytes as they are written and read.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace nopal::checkpoint {

/// Of bytes that come piece by piece.
class Checksum {
public:
  Checksum();
  void add(const void* bytes, std::size_t n);
  std::uint64_t value() const;

private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

std::uint64_t checksum(std::string_view bytes);

/// 16 hexadecimal digits, and back (0 for what is none).
std::string checksum_text(std::uint64_t value);
std::uint64_t checksum_of(const std::string& text);

} // namespace nopal::checkpoint
