#include "under_way.hpp"

#include "disk.hpp"

#include <mpi.h>

#include <chrono>
#include <utility>

namespace nopal::hdf5 {

namespace {

bool is_ready(const std::future<void>& task) {
  return !task.valid() || task.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

UnderWay::UnderWay(Rest rest, bool beside)
    : rest_(std::move(rest)), policy_(beside ? std::launch::async : std::launch::deferred) {
  // Beside the values in any case, so that the disk is waited for once.
  if (rest_.write_names) naming_ = std::async(std::launch::async, rest_.write_names);
  if (rest_.write_values) values_ = std::async(policy_, rest_.write_values);
}

bool UnderWay::ready(Services& services) const {
  int ready = is_ready(values_) && is_ready(naming_) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &ready, 1, MPI_INT, MPI_MIN, *static_cast<MPI_Comm*>(services.communicator()));
  return ready != 0;
}

bool UnderWay::advance(Services& services) {
  services.together([this] { wait(); });
  if (is_named_) return false;
  services.together([&] {
    if (services.rank() == 0) name();
  });
  is_named_ = true;
  return rest_.durability == Durability::disk;
}

void UnderWay::wait() {
  if (values_.valid()) values_.get();
  if (naming_.valid()) naming_.get();
}

void UnderWay::name() {
  rest_.data.publish();
  for (Unfinished& file : rest_.naming) file.publish();
  rest_.named();
  if (rest_.durability == Durability::disk)
    naming_ = std::async(policy_, [folder = rest_.folder] { sync_folder(folder, write_less); });
}

} // namespace nopal::hdf5
