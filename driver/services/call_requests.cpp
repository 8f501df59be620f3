#include "driver/services/call_requests.hpp"

#include "core/base/error.hpp"

namespace nopal {

void CallRequests::add(const std::string& item) {
  if (!schedule_.has_item(item))
    throw Error("a call of '" + item + "' was requested, but no active thorn schedules it: name it as thorn::item");
  waiting_.insert(item);
  if (first_.empty()) first_ = item;
}

} // namespace nopal
