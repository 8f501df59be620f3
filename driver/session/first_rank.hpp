#pragma once
// Work that rank 0 does for all ranks.

#include "driver/session/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// Collective. Runs `step` on rank 0 only. If it throws, all ranks throw an Error with the same text.
void on_first_rank(const Session& session, const std::function<void()>& step);

/// Collective. Copies the texts of rank 0 to the other ranks. All ranks must pass the same number of texts.
void share_from_first_rank(const Session& session, const std::vector<std::string*>& texts);

} // namespace nopal
