#pragma once

#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Collective: the texts of all ranks, by rank, on every rank.
std::vector<std::string> gather_texts(const Session& session, const std::string& mine);

} // namespace nopal
