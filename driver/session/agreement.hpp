#pragma once
// Input that must be the same on all ranks.

#include "driver/session/session.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nopal {

/// Names with their values. Of several names that differ, the first one is reported.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Collective. If the facts of the ranks differ, throws the same Error on all ranks. It names the first difference with
/// the values and their ranks. `remedy` ends the message. Sends 16 bytes if the facts are the same.
void check_same(const Session& session, const Facts& facts, const std::string& remedy);

/// Collective. Returns whether each number is the same on all ranks, which give equally many. `largest`: replaced by
/// the largest of all ranks; null: there is none. Sends one message: 16 bytes for each number, and 8 for `largest`.
bool are_same(const Session& session, std::span<const std::int64_t> numbers, std::int64_t* largest = nullptr);

/// Collective. Returns difference_text() of each fact that differs between ranks, with commas between. All ranks give
/// the same names.
std::string differences(const Session& session, const Facts& facts);

/// Returns "heat.n is 1 on rank 0 and 2 on ranks 1, 2". An empty value means that the rank does not have the fact. Of
/// long values it shows the piece with the first difference.
std::string difference_text(const std::string& name, const std::vector<std::string>& by_rank);

/// Returns a text such as "rank 3" or "ranks 0, 2". Of many ranks it names the first ones and counts the others.
std::string rank_list(const std::vector<int>& ranks);

} // namespace nopal
