#pragma once
// What a device plugin answers when it is asked for its devices, and the text in which a process tells it to another.

#include "core/device/device.hpp"

#include <string>
#include <vector>

namespace nopal {

struct DeviceAnswer {
  std::vector<DeviceDescription> devices{};
  std::vector<int> priorities{}; ///< of each device
  std::string trouble{};         ///< why there is no device; empty: there is one
  bool opens = false;            ///< the plugin's library can be opened
};

/// Returns one line of JSON, with its end of line.
std::string answer_text(const DeviceAnswer& answer);
/// Throws std::exception if the text is not one of answer_text().
DeviceAnswer read_answer(const std::string& text);

} // namespace nopal
