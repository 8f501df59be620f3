#include "under_way.hpp"

#include "disk.hpp"

#include <system_error>

namespace nopal::hdf5 {

namespace {

bool is_ready(const std::future<void>& task) {
  return !task.valid() || task.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

template <class Task> std::future<void> in_a_thread(Task&& task) {
  try {
    return std::async(std::launch::async, std::forward<Task>(task));
  } catch (const std::system_error& error) {
    throw Error(std::string("cannot start a thread that writes output: ") + error.what() +
                "; raise the limit of processes (ulimit -u)");
  }
}

} // namespace

UnderWay::UnderWay(Rest rest, bool background) : rest_(std::move(rest)), background_(background) {}

void UnderWay::start() {
  // A thread always writes the names while the values are written, so that the run waits for the disk once.
  if (rest_.write_names) naming_ = in_a_thread(rest_.write_names);
  if (rest_.write_values && background_) values_ = in_a_thread(rest_.write_values);
  if (background_) return;
  if (rest_.write_values) rest_.write_values();
  wait();
  stage_ = Stage::written;
}

bool UnderWay::ready(Services& services) const {
  return services.collective().all(is_ready(values_) && is_ready(naming_));
}

bool UnderWay::advance(Services& services) {
  if (stage_ != Stage::written) services.together([this] { wait(); });
  if (stage_ == Stage::named) return false;
  services.together([&] {
    if (services.rank() == 0) name();
  });
  stage_ = Stage::named;
  return background_ && rest_.durability == Durability::disk;
}

double UnderWay::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void UnderWay::wait() {
  if (values_.valid()) values_.get();
  if (naming_.valid()) naming_.get();
}

void UnderWay::name() {
  rest_.data.publish();
  for (Unfinished& file : rest_.naming) file.publish();
  rest_.named();
  if (rest_.durability == Durability::system) return;
  const auto sync = [folder = rest_.folder] { sync_folder(folder, write_less); };
  if (background_)
    naming_ = in_a_thread(sync);
  else
    sync();
}

} // namespace nopal::hdf5
