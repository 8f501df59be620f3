#include "driver/guard/meeting.hpp"

#include "driver/session/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

namespace nopal {

namespace {

constexpr int word_tag = 1, verdict_tag = 2;

std::string received_text(MPI_Comm communicator, int rank, int tag) {
  MPI_Status status;
  MPI_Probe(rank, tag, communicator, &status);
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  std::string text(static_cast<std::size_t>(bytes), '\0');
  MPI_Recv(text.data(), bytes, MPI_BYTE, rank, tag, communicator, MPI_STATUS_IGNORE);
  return text;
}

void send_text(MPI_Comm communicator, int rank, int tag, const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, rank, tag, communicator);
}

bool has_come(MPI_Comm communicator, int rank, int tag) {
  int come = 0;
  MPI_Iprobe(rank, tag, communicator, &come, MPI_STATUS_IGNORE);
  return come != 0;
}

/// "rank 0 waits at a barrier; ranks 1, 2 have come to the end of the function"
std::string different_actions(const std::vector<std::string>& by_rank) {
  std::vector<std::pair<std::string, std::vector<int>>> actions;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    auto same = std::ranges::find(actions, by_rank[rank], &std::pair<std::string, std::vector<int>>::first);
    if (same == actions.end()) same = actions.insert(actions.end(), {by_rank[rank], {}});
    same->second.push_back(static_cast<int>(rank));
  }
  std::string text;
  for (const auto& [what, ranks] : actions)
    text += fmt::format("{}{}: it {}", text.empty() ? "" : "; ", rank_list(ranks), what);
  return text;
}

} // namespace

Meeting::Meeting(const Session& session, int tag)
    : session_(session), tag_(tag), received_(static_cast<std::size_t>(session.size())),
      told_(static_cast<std::size_t>(session.size())) {
  MPI_Comm_dup(session.communicator(), &communicator_);
}

Meeting::~Meeting() { MPI_Comm_free(&communicator_); }

void Meeting::about_to(const std::string& what, const std::string& place) { meet('d' + what, place); }

void Meeting::end(const std::string& failure, const std::string& place) {
  if (!verdict_.empty()) throw AgreedError(verdict_);
  meet(failure.empty() ? "dhas come to the end of the function" : 'f' + failure, place);
}

void Meeting::receives(int rank, const std::string& place) {
  if (!verdict_.empty()) throw AgreedError(verdict_);
  auto& received = received_[static_cast<std::size_t>(rank)];
  const std::vector<Word>& told = told_[static_cast<std::size_t>(rank)];
  while (!has_come(session_.communicator(), rank, tag_)) {
    // The rank has come to its next action without a message before it.
    if ((!told.empty() || take_word(rank)) && told.front().sent <= received)
      meet(fmt::format("dwaits for the values that rank {} gives to gather()", rank), place);
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  ++received;
}

void Meeting::meet(const std::string& text, const std::string& place) {
  if (session_.size() == 1) return;
  if (!verdict_.empty()) throw AgreedError(verdict_);
  if (session_.rank() == 0) {
    verdict_ = judge({0, text}, place);
    for (int rank = 1; rank < session_.size(); ++rank) send_text(communicator_, rank, verdict_tag, verdict_);
  } else {
    std::string word(sizeof sent_, '\0');
    std::memcpy(word.data(), &sent_, sizeof sent_);
    send_text(communicator_, 0, word_tag, word + text);
    verdict_ = received_text(communicator_, 0, verdict_tag);
  }
  if (!verdict_.empty()) throw AgreedError(verdict_);
}

bool Meeting::take_word(int rank) {
  if (!has_come(communicator_, rank, word_tag)) return false;
  const std::string text = received_text(communicator_, rank, word_tag);
  Word word;
  std::memcpy(&word.sent, text.data(), sizeof word.sent);
  word.text = text.substr(sizeof word.sent);
  told_[static_cast<std::size_t>(rank)].push_back(word);
  return true;
}

Meeting::Word Meeting::wait_for(int rank) {
  std::vector<Word>& told = told_[static_cast<std::size_t>(rank)];
  while (told.empty() && !take_word(rank)) {
    if (has_come(session_.communicator(), rank, tag_)) {
      received_text(session_.communicator(), rank, tag_); // so that the rank goes on and hears the verdict
      return {0, "dgives values to gather()"};
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  Word word = std::move(told.front());
  told.clear();
  if (!word.failed() && word.sent > received_[static_cast<std::size_t>(rank)]) word.text = "dgives values to gather()";
  return word;
}

std::string Meeting::judge(const Word& mine, const std::string& place) {
  std::vector<std::string> failures(1, mine.failed() ? mine.what() : ""), actions(1, mine.what());
  for (int rank = 1; rank < session_.size(); ++rank) {
    const Word word = wait_for(rank);
    failures.push_back(word.failed() ? word.what() : "");
    actions.push_back(word.what());
  }
  if (std::ranges::any_of(failures, [](const std::string& text) { return !text.empty(); }))
    return combined_failures(failures);
  if (std::ranges::count(actions, actions.front()) == std::ssize(actions)) return {};
  return fmt::format(
      "{}: the ranks do not do the same: {}; call each service that is collective on all ranks, in the same "
      "order and with the same names and sizes",
      place, different_actions(actions));
}

} // namespace nopal
