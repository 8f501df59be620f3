#include "driver/setup/processor.hpp"

#include <fstream>

namespace nopal {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 1);
  return "";
}

} // namespace nopal
