#include <nopal/thorn.hpp>

#include <nopal/mpi.hpp>

#include <chrono>
#include <thread>

NOPAL_FUNCTION(hold) {
  if (call.iteration() != call.integer("iteration")) return;
  const int rank = call.services().rank();
  if (call.integer("rank") >= 0 && call.integer("rank") != rank) return;
  const std::string& how = call.string("how");
  if (how == "message") {
    int never = 0;
    MPI_Recv(&never, 1, MPI_INT, MPI_ANY_SOURCE, 99, nopal::communicator(call.services().collective()),
             MPI_STATUS_IGNORE);
  }
  while (how == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
  if (how == "nap") std::this_thread::sleep_for(std::chrono::duration<double>(call.real("nap_seconds")));
}
