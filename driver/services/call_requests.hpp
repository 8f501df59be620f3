#pragma once
// Items that thorns have asked the schedule to call once more, in addition to the calls that `every:` asks for.

#include "core/schedule/schedule.hpp"

#include <set>
#include <string>

namespace nopal {

class CallRequests {
public:
  explicit CallRequests(const Schedule& schedule) : schedule_(schedule) {}
  /// Throws Error if the schedule has no such item.
  void add(const std::string& item);
  /// Returns whether the item was asked for, and forgets that it was.
  bool take(const std::string& item) { return waiting_.erase(item) > 0; }
  /// Returns the item that was asked for first in this run. Empty: none.
  const std::string& first() const { return first_; }

private:
  const Schedule& schedule_;
  std::set<std::string> waiting_;
  std::string first_;
};

} // namespace nopal
