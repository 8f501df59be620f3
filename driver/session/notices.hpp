#pragma once
// Warnings of all ranks while a run is set up.

#include "driver/session/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// Collects the warnings of this rank until tell() is called. Later warnings are logged at once.
class Notices {
public:
  /// Returns the function that takes a warning. It refers to this object.
  std::function<void(const std::string&)> listener();
  /// Collective. Rank 0 logs the warnings of all ranks; equal texts are logged once.
  void tell(const Session& session);

private:
  std::vector<std::string> texts_;
  bool told_ = false;
};

} // namespace nopal
