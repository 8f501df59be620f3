#include "driver/commands/commands.hpp"

#include "driver/trace/read_trace.hpp"

namespace nopal {

std::string explain_text(const std::string& trace, const std::string& variable) {
  std::string text;
  for (const std::string& line : history_lines(read_history(trace, variable))) text += line + "\n";
  return text;
}

} // namespace nopal
