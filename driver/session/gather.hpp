#pragma once

#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Collective. Returns the texts of all ranks, in the order of the ranks, on every rank.
std::vector<std::string> gather_texts(const Session& session, const std::string& mine);

} // namespace nopal
