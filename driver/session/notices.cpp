#include "driver/session/notices.hpp"

#include "driver/session/gather.hpp"

#include <spdlog/spdlog.h>

#include <set>
#include <sstream>

namespace nopal {

std::function<void(const std::string&)> Notices::listener() {
  return [this](const std::string& text) {
    if (told_)
      spdlog::warn("{}", text);
    else
      texts_.push_back(text);
  };
}

void Notices::tell(const Session& session) {
  std::string mine;
  for (const std::string& text : texts_) mine += text + '\n';
  std::set<std::string> told;
  for (const std::string& texts : gather_texts(session, mine)) {
    std::istringstream lines(texts);
    for (std::string line; std::getline(lines, line);)
      if (told.insert(line).second) spdlog::warn("{}", line);
  }
  texts_.clear();
  told_ = true;
}

} // namespace nopal
