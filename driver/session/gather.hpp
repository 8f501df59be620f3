#pragma once
// Texts that ranks send to each other.

#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Collective. Returns the texts of all ranks, in the order of the ranks, on every rank.
std::vector<std::string> gather_texts(const Session& session, const std::string& mine);

/// Collective. Copies the texts of rank 0 to the other ranks. All ranks must pass the same number of texts.
void share_from_first_rank(const Session& session, const std::vector<std::string*>& texts);

} // namespace nopal
