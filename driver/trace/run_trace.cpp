#include "driver/trace/run_trace.hpp"

#include "core/trace/summary.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace nopal {

namespace {

constexpr int trace_tag = 2;

void refuse_parfile(const std::string& file, const std::string& parfile) {
  std::error_code code;
  if (std::filesystem::equivalent(file, parfile, code) && !code)
    throw Error(fmt::format("--trace {} would overwrite the parfile; name another file", file));
}

/// Collective. Returns the time of this rank's steady clock at one common moment. Ranks of one node share a clock; the
/// clocks of other nodes are compared with that of rank 0 just after a barrier.
std::int64_t common_zero(const Session& session) {
  int lowest = session.rank();
  MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, session.node());
  std::array<std::int64_t, 9> offsets{};
  std::int64_t zero = 0;
  for (std::int64_t& offset : offsets) {
    MPI_Barrier(session.communicator());
    const std::int64_t mine = Timeline::now();
    std::int64_t first = mine;
    MPI_Bcast(&first, 1, MPI_INT64_T, 0, session.communicator());
    offset = mine - first;
    zero = first;
  }
  if (lowest == 0) return zero;
  std::nth_element(offsets.begin(), offsets.begin() + offsets.size() / 2, offsets.end());
  return zero + offsets[offsets.size() / 2];
}

/// Receives the pieces of a rank's events, up to an empty piece. A piece is about a megabyte long, however long the run
/// is.
void receive(const Session& session, int rank, const TraceSink& sink) {
  std::string piece;
  do {
    MPI_Status status;
    int bytes = 0;
    MPI_Probe(rank, trace_tag, session.communicator(), &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    piece.resize(static_cast<std::size_t>(bytes));
    MPI_Recv(piece.data(), bytes, MPI_BYTE, rank, trace_tag, session.communicator(), MPI_STATUS_IGNORE);
    if (bytes > 0) sink(piece);
  } while (!piece.empty());
}

} // namespace

RunTrace::RunTrace(const Session& session, const std::string& file, const TraceDescription& description,
                   const Variables& variables)
    : session_(session), variables_(variables), file_(file), observer_(timeline_) {
  on_first_rank(session, [&] {
    refuse_parfile(file, description.parfile);
    file_.create(trace_begin(description, variables));
  });
  rank_ = {session.rank(), fmt::format("rank {} on {}", session.rank(), Session::host()), common_zero(session),
           session.rank() == 0};
}

void RunTrace::finish() {
  finished_ = true;
  timeline_.close_all();
  std::exception_ptr failure;
  if (session_.rank() != 0) {
    const auto send = [&](std::string_view piece) {
      MPI_Send(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, 0, trace_tag, session_.communicator());
    };
    failure = failure_of([&] { write_events(timeline_, variables_, rank_, send); });
    send({});
  } else {
    // The other ranks send all their pieces, even if this rank cannot write any more.
    const TraceSink sink = [&](std::string_view piece) {
      if (!failure) failure = failure_of([&] { file_.append(piece); });
    };
    write_events(timeline_, variables_, rank_, sink);
    for (int rank = 1; rank < session_.size(); ++rank) receive(session_, rank, sink);
  }
  agree(session_, failure);
}

std::vector<std::string> RunTrace::summary() const {
  const std::vector<std::string> all = gather_texts(session_, encode(summarise(timeline_, variables_)));
  if (session_.rank() != 0) return {};
  TraceSummary sum;
  for (const std::string& text : all) add(sum, text);
  return summary_lines(sum, session_.size());
}

void RunTrace::rescue() noexcept {
  if (finished_) return;
  // The failure of the run matters more than a failure here.
  failure_of([&] {
    timeline_.close_all();
    write_events(timeline_, variables_, rank_, [&](std::string_view piece) { file_.append(piece); });
  });
}

} // namespace nopal
