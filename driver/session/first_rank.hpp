#pragma once
// What rank 0 does for all.

#include "driver/session/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// Collective: runs `step` on rank 0 alone; where it throws, all ranks throw an Error with the same text.
void on_first_rank(const Session& session, const std::function<void()>& step);

/// Collective: the texts of rank 0, on every rank. They are as many on all ranks.
void share_from_first_rank(const Session& session, const std::vector<std::string*>& texts);

} // namespace nopal
