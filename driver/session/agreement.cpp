#include "driver/session/agreement.hpp"

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "driver/session/gather.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <sstream>

namespace nopal {

namespace {

constexpr std::size_t longest_value = 200; ///< bytes of a value in a message

// Names do not have these characters. If a value has one, the hash still tells different values apart.
constexpr char between = '\x1f', after = '\x1e';

std::string joined(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + between + value + after;
  return text;
}

Facts separated(const std::string& text) {
  Facts facts;
  std::istringstream all(text);
  for (std::string fact; std::getline(all, fact, after);) {
    const std::size_t end = fact.find(between);
    facts.emplace_back(fact.substr(0, end), fact.substr(end + 1));
  }
  return facts;
}

/// Returns the value of a fact; empty if there is no such fact.
std::string value_of(const Facts& facts, const std::string& name) {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.first == name; });
  return found == facts.end() ? "" : found->second;
}

/// Returns the bytes [first, end) of the value, without the pieces of characters at both ends.
std::string piece_of(const std::string& value, std::size_t first, std::size_t end) {
  const auto is_inside_character = [&](std::size_t at) { return at < value.size() && (value[at] & 0xC0) == 0x80; };
  while (is_inside_character(first)) ++first;
  while (end > first && is_inside_character(end)) --end;
  return value.substr(first, end - first);
}

/// Returns the value for a message. `same`: so many bytes at the beginning are the same on all ranks. Of a long value
/// the message shows the piece that begins shortly before the difference.
std::string shown(const std::string& value, std::size_t same) {
  if (value.empty()) return "not set";
  if (value.size() <= longest_value) return value;
  constexpr std::size_t before = 40; ///< bytes in front of the difference
  const std::size_t first = std::min(same > before ? same - before : 0, value.size() - longest_value);
  const std::size_t end = first + longest_value;
  return (first > 0 ? "…" : "") + piece_of(value, first, end) + (end < value.size() ? "…" : "");
}

/// Returns the number of bytes at the beginning that all values share. Values that are not set do not count.
std::size_t shared_beginning(const std::vector<std::string>& values) {
  const std::string* first = nullptr;
  std::size_t same = 0;
  for (const std::string& value : values) {
    if (value.empty()) continue;
    if (first == nullptr) {
      first = &value;
      same = value.size();
    }
    const auto end = std::mismatch(value.begin(), value.end(), first->begin(), first->end());
    same = std::min(same, static_cast<std::size_t>(end.first - value.begin()));
  }
  return same;
}

/// Returns the first name whose values differ; empty if there is none.
std::string first_difference(const Facts& mine, const Facts& theirs) {
  for (std::size_t n = 0; n < std::max(mine.size(), theirs.size()); ++n) {
    if (n >= mine.size()) return theirs[n].first;
    if (n >= theirs.size() || mine[n] != theirs[n]) return mine[n].first;
  }
  return "";
}

} // namespace

bool are_same(const Session& session, std::span<const std::int64_t> numbers, std::int64_t* largest) {
  // The largest complement belongs to the smallest number, so one maximum finds both ends.
  std::vector<std::int64_t> ends(numbers.begin(), numbers.end());
  for (const std::int64_t number : numbers) ends.push_back(~number);
  if (largest != nullptr) ends.push_back(*largest);
  if (session.size() > 1 && !ends.empty())
    MPI_Allreduce(MPI_IN_PLACE, ends.data(), static_cast<int>(ends.size()), MPI_INT64_T, MPI_MAX,
                  session.communicator());
  if (largest != nullptr) *largest = ends.back();
  for (std::size_t n = 0; n < numbers.size(); ++n)
    if (ends[n] != ~ends[numbers.size() + n]) return false;
  return true;
}

std::string rank_list(const std::vector<int>& ranks) {
  constexpr std::size_t most = 16;
  const std::size_t shown = std::min(ranks.size(), most);
  std::string text = fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s",
                                 fmt::join(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (ranks.size() > shown) text += fmt::format(" and {} more", ranks.size() - shown);
  return text;
}

std::string difference_text(const std::string& name, const std::vector<std::string>& by_rank) {
  std::map<std::string, std::vector<int>> ranks;
  std::vector<std::string> order;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    std::vector<int>& same = ranks[by_rank[rank]];
    if (same.empty()) order.push_back(by_rank[rank]);
    same.push_back(static_cast<int>(rank));
  }
  const std::size_t same = shared_beginning(order);
  std::string text = name + " is ";
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (n > 0) text += n + 1 < order.size() ? ", " : " and ";
    text += shown(order[n], same) + " on " + rank_list(ranks[order[n]]);
  }
  return text;
}

std::string differences(const Session& session, const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) {
    const std::vector<std::string> by_rank = gather_texts(session, value);
    if (std::equal(by_rank.begin() + 1, by_rank.end(), by_rank.begin())) continue;
    text += (text.empty() ? "" : ", ") + difference_text(name, by_rank);
  }
  return text;
}

void check_same(const Session& session, const Facts& facts, const std::string& remedy) {
  const std::string text = joined(facts);
  const std::int64_t number[] = {std::bit_cast<std::int64_t>(hash(text))};
  if (are_same(session, number)) return;
  std::string of_first = text;
  share_from_first_rank(session, {&of_first});
  const Facts first = separated(of_first);
  const std::vector<std::string> names = gather_texts(session, first_difference(first, facts));
  const auto place = [&](const std::string& name) {
    return std::find_if(first.begin(), first.end(), [&](const auto& fact) { return fact.first == name; }) -
           first.begin();
  };
  std::string name;
  for (const std::string& each : names)
    if (!each.empty() && (name.empty() || place(each) < place(name))) name = each;
  throw Error("the ranks were started with different input: " +
              difference_text(name, gather_texts(session, value_of(facts, name))) + "; " + remedy);
}

} // namespace nopal
