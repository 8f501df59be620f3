#include <nopal/thorn.hpp>

#include <mpi.h>

#include <chrono>
#include <thread>

NOPAL_FUNCTION(hold) {
  if (call.iteration() != call.integer("iteration")) return;
  const int rank = call.services().rank();
  if (call.integer("rank") >= 0 && call.integer("rank") != rank) return;
  const std::string& how = call.string("how");
  if (how == "message") {
    int never = 0;
    MPI_Recv(&never, 1, MPI_INT, MPI_ANY_SOURCE, 99, *static_cast<MPI_Comm*>(call.services().communicator()),
             MPI_STATUS_IGNORE);
  }
  while (how == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
  if (how == "nap") std::this_thread::sleep_for(std::chrono::duration<double>(call.real("nap_seconds")));
}
