#include "driver/session/session.hpp"

#include <algorithm>

namespace nopal {

Session::Session(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  mpi_seconds_ = seconds();
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator_);
  MPI_Comm_dup(MPI_COMM_WORLD, &failures_);
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &size_);
  MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node_);
  MPI_Comm_rank(node_, &node_rank_);
  MPI_Comm_size(node_, &node_size_);
}

Session::~Session() {
  MPI_Comm_free(&node_);
  MPI_Comm_free(&failures_);
  MPI_Comm_free(&communicator_);
  MPI_Finalize();
}

std::string Session::host() {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return name;
}

double Session::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string Session::library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  // "Open MPI v4.1.4, package: …", "MPICH Version:\t4.0.2\nMPICH Release date:…"
  std::string name(text, text + length);
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  std::replace(name.begin(), name.end(), '\t', ' ');
  return name;
}

} // namespace nopal
