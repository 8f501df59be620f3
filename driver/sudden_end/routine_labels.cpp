#include "driver/sudden_end/routine_labels.hpp"

#include "core/base/error.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace nopal {

RoutineLabels::RoutineLabels(std::span<const Routine> routines) : first_(routines.data()), n_(routines.size()) {
  std::string texts;
  std::string places(n_ * sizeof(std::size_t), '\0');
  for (std::size_t n = 0; n < n_; ++n) {
    const std::size_t place = places.size() + texts.size();
    std::memcpy(places.data() + n * sizeof place, &place, sizeof place);
    texts += routines[n].full_name() + " (" + routines[n].bin + ", iteration " + '\0';
  }
  const std::string all = places + texts;
  bytes_ = all.size() + 1;
  pages_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages_ == MAP_FAILED) throw Error(std::string("no memory for the names of routines: ") + std::strerror(errno));
  std::memcpy(pages_, all.data(), all.size());
  mprotect(pages_, bytes_, PROT_READ); // the texts are right without it, too
}

RoutineLabels::~RoutineLabels() { munmap(pages_, bytes_); }

const char* RoutineLabels::of(const Routine* routine) const {
  const char* const start = static_cast<const char*>(pages_);
  for (std::size_t n = 0; n < n_; ++n)
    if (first_ + n == routine) {
      std::size_t place = 0;
      std::memcpy(&place, start + n * sizeof place, sizeof place);
      return start + place;
    }
  return "a routine (iteration ";
}

} // namespace nopal
