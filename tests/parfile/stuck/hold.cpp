#include <nopal/thorn.hpp>

#include <nopal/mpi.hpp>

#include <chrono>
#include <fstream>
#include <limits>
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

NOPAL_FUNCTION(begin_loop) {
  const std::string& how = call.string("how");
  const bool loops = how == "loop" || how == "nan" || how == "differ";
  call.write<double>("level").value() = loops && call.iteration() == call.integer("iteration") ? 1 : 0;
}

NOPAL_FUNCTION(change_level) {
  const std::string& how = call.string("how");
  if (call.services().rank() == 0) std::ofstream(call.services().output_folder() + "/in_loop");
  call.write<double>("level").value() = how == "nan"      ? std::numeric_limits<double>::quiet_NaN()
                                        : how == "differ" ? 1.0 + call.services().rank()
                                                          : 1.0;
}
