#pragma once
// The checksum of a file: XXH3, 64 bits.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace nopal::checkpoint {

/// Computes the checksum of bytes that come in pieces.
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

/// Returns the checksum of bytes in one piece.
std::uint64_t checksum(std::string_view bytes);

/// These two convert a checksum to 16 hexadecimal digits and back. A text that is no hexadecimal number gives 0.
std::string checksum_text(std::uint64_t value);
std::uint64_t checksum_of(const std::string& text);

} // namespace nopal::checkpoint
