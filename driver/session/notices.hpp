#pragma once
// What ranks find while a run is set up, that a user should know and that ends nothing.

#include "driver/session/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// Collects what this rank has to say until tell(); what comes later is logged at once.
class Notices {
public:
  /// To be handed out; refers to this object.
  std::function<void(const std::string&)> listener();
  /// Collective: rank 0 warns of what any rank has said, equal texts once.
  void tell(const Session& session);

private:
  std::vector<std::string> texts_;
  bool told_ = false;
};

} // namespace nopal
