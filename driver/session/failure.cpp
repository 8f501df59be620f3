#include "driver/session/failure.hpp"

#include "core/base/hash.hpp"
#include "driver/session/agreement.hpp"
#include "driver/session/gather.hpp"
#include "driver/session/job_end.hpp"
#include "driver/session/thrown_text.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <new>
#include <string_view>
#include <thread>

namespace nopal {

namespace {

std::atomic<bool> ending{false}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): of the process

} // namespace

std::string failure_text(const std::exception_ptr& failure) {
  if (!failure) return {};
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "out of memory on the host: use a smaller grid, more nodes, or fewer ranks on each node";
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return "unexpected failure: " + (text.empty() ? thrown_text() + ", without a text" : text);
  } catch (...) {
    return "unexpected failure: " + thrown_text() + "; throw nopal::Error to end a run with an error";
  }
}

namespace {

// Returns what follows the same "; " at the end of several messages: what to do about all of them. Empty: nothing.
std::string common_advice(const std::vector<std::string>& messages) {
  if (messages.size() < 2) return {};
  const std::string& first = messages.front();
  const std::size_t last_line = first.rfind('\n') + 1; // 0 if there is only one
  for (std::size_t at = first.find("; ", last_line); at != std::string::npos; at = first.find("; ", at + 1)) {
    const std::string end = first.substr(at);
    if (std::all_of(messages.begin(), messages.end(), [&](const std::string& text) { return text.ends_with(end); }))
      return end.substr(2);
  }
  return {};
}

} // namespace

std::string combined_failures(const std::vector<std::string>& by_rank) {
  std::map<std::string, std::vector<int>> ranks;
  std::vector<std::string> order;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    if (by_rank[rank].empty()) continue;
    if (ranks[by_rank[rank]].empty()) order.push_back(by_rank[rank]);
    ranks[by_rank[rank]].push_back(static_cast<int>(rank));
  }
  const std::string advice = common_advice(order);
  std::string text;
  for (const std::string& message : order) {
    if (!text.empty()) text += '\n';
    if (ranks[message].size() < by_rank.size()) text += rank_list(ranks[message]) + ": ";
    text += advice.empty() ? message : message.substr(0, message.size() - advice.size() - 2);
  }
  return advice.empty() ? text : text + "\nwhat helps: " + advice;
}

void agree(const Session& session, const std::exception_ptr& failure) {
  int failed = failure ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, session.communicator());
  if (failed == 0) return;
  throw Error(combined_failures(gather_texts(session, failure_text(failure))));
}

void on_first_rank(const Session& session, const std::function<void()>& step) {
  std::string trouble;
  if (session.rank() == 0) trouble = failure_text(failure_of(step));
  share_from_first_rank(session, {&trouble});
  if (!trouble.empty()) throw Error(trouble);
}

void print_error(const std::string& message) { std::fputs(("nopal: " + message + "\n").c_str(), stderr); }

void report(const Session& session, const std::string& message, const std::function<void()>& last) {
  const std::uint64_t mine = hash(message);
  std::vector<std::uint64_t> hashes(session.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&mine, 1, MPI_UINT64_T, hashes.data(), 1, MPI_UINT64_T, session.failures(), &request);
  // Other programs may use the cores of a rank, so it may be late.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  int all_failed = 0;
  while (all_failed == 0 && std::chrono::steady_clock::now() < deadline) {
    MPI_Test(&request, &all_failed, MPI_STATUS_IGNORE);
    if (all_failed == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::fflush(stdout);
  if (all_failed == 0) {
    tell(session, message);
    if (last) last();
    end_job(session);
  }
  std::vector<int> same;
  same.reserve(hashes.size());
  for (int rank = 0; rank < session.size(); ++rank)
    if (hashes[rank] == mine) same.push_back(rank);
  if (same.front() != session.rank()) return;
  const std::string ranks = same.size() == hashes.size() ? "" : rank_list(same) + ": ";
  print_error(ranks + message);
}

void tell(const Session& session, const std::string& text) {
  std::string line = "nopal: ";
  if (session.size() > 1) line += "rank " + std::to_string(session.rank()) + ": ";
  line += text + "\n";
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, left.data(), left.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void end_process(int code) {
  for (;;) syscall(SYS_exit_group, code);
}

bool job_ends() { return ending; }

void end_job(const Session& session) {
  ending = true;
  if (session.size() > 1) {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(5));
      end_process(1);
    }).detach();
    MPI_Abort(session.communicator(), 1);
  }
  end_process(1);
}

} // namespace nopal
