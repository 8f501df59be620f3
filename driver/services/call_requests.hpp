#pragma once
// Items that are called once though their `every:` does not say so.

#include "core/schedule/schedule.hpp"

#include <set>
#include <string>

namespace nopal {

class CallRequests {
public:
  explicit CallRequests(const Schedule& schedule) : schedule_(schedule) {}
  /// Throws Error where the schedule has no such item.
  void add(const std::string& item);
  /// Whether the item was asked for; a later call answers no.
  bool take(const std::string& item) { return waiting_.erase(item) > 0; }
  /// The item asked for first; empty: none ever was.
  const std::string& first() const { return first_; }

private:
  const Schedule& schedule_;
  std::set<std::string> waiting_;
  std::string first_;
};

} // namespace nopal
