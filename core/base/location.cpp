#include "core/base/location.hpp"

namespace nopal {

std::string Location::text() const {
  std::string text = file;
  if (line > 0) {
    text += ":" + std::to_string(line);
    if (column > 0) text += ":" + std::to_string(column);
  }
  return text;
}

} // namespace nopal
