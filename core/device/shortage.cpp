#include "core/device/shortage.hpp"

#include "core/base/bytes_text.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

/// "4294967304 bytes (4.0 GiB)"
std::string exactly(std::size_t bytes) {
  return bytes < 1024 ? bytes_text(bytes) : fmt::format("{} bytes ({})", bytes, bytes_text(bytes));
}

} // namespace

std::string shortage_text(const Shortage& shortage) {
  std::string text = fmt::format("out of memory on {}: nopal asked for {} for {}; {}.", shortage.device,
                                 exactly(shortage.asked), shortage.what, shortage.reason);
  if (shortage.tells_free)
    text += fmt::format(" {} of {} are free.", exactly(shortage.free), exactly(shortage.total));
  else if (shortage.total > 0)
    text += fmt::format(" The device has {}.", exactly(shortage.total));
  text += fmt::format(" This process already holds {} there.", exactly(shortage.held));
  if (shortage.one_at_most > 0) text += fmt::format(" One allocation can take {}.", exactly(shortage.one_at_most));
  const bool in_one_piece = shortage.one_at_most > 0 && shortage.asked > shortage.one_at_most;
  return text + (in_one_piece ? " Use more ranks, so that each holds a smaller part, or fewer cells, or "
                                "accelerator.device: none"
                              : " Use fewer cells, fewer timelevels, more ranks on more devices, or "
                                "accelerator.device: none");
}

} // namespace nopal
