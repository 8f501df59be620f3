#include "gather.hpp"

#include <mpi.h>

#include <type_traits>

namespace nopal::nan_checker {

namespace {

constexpr int tag = 1;
static_assert(std::is_trivially_copyable_v<Point> && std::is_trivially_copyable_v<Box>);

/// All of Found but the points, and how many of these follow.
struct Head {
  std::int64_t nan, plus_infinity, minus_infinity, n_points;
  Box box;
};

MPI_Comm communicator(Services& services) { return *static_cast<MPI_Comm*>(services.communicator()); }

int bytes(std::size_t n_points) { return static_cast<int>(n_points * sizeof(Point)); }

Found receive(Services& services, int rank) {
  Head head{};
  MPI_Recv(&head, sizeof head, MPI_BYTE, rank, tag, communicator(services), MPI_STATUS_IGNORE);
  Found found{head.nan, head.plus_infinity, head.minus_infinity, head.box, {}};
  found.first.resize(static_cast<std::size_t>(head.n_points));
  if (!found.first.empty())
    MPI_Recv(found.first.data(), bytes(found.first.size()), MPI_BYTE, rank, tag, communicator(services),
             MPI_STATUS_IGNORE);
  return found;
}

void send(Services& services, const Found& mine) {
  const Head head{mine.nan, mine.plus_infinity, mine.minus_infinity, static_cast<std::int64_t>(mine.first.size()),
                  mine.box};
  MPI_Send(&head, sizeof head, MPI_BYTE, 0, tag, communicator(services));
  if (!mine.first.empty())
    MPI_Send(mine.first.data(), bytes(mine.first.size()), MPI_BYTE, 0, tag, communicator(services));
}

} // namespace

Found gather(Services& services, const Found& mine, std::size_t most_points) {
  Found all = mine;
  if (services.rank() != 0) {
    send(services, mine);
    return all;
  }
  for (int rank = 1; rank < services.size(); ++rank) all.merge(receive(services, rank), most_points);
  return all;
}

std::string same_text(Services& services, std::string text) {
  std::int64_t length = static_cast<std::int64_t>(text.size());
  MPI_Bcast(&length, 1, MPI_INT64_T, 0, communicator(services));
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, communicator(services));
  return text;
}

} // namespace nopal::nan_checker
