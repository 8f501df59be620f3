#include "pending.hpp"

#include <algorithm>
#include <cstring>

namespace nopal::checked {

void PendingCopies::run_first(std::size_t n) {
  for (; n > 0; --n) {
    const PendingCopy copy = std::move(copies_.front());
    copies_.pop_front();
    for (const Source& source : copy.sources)
      if (std::memcmp(source.host, source.snapshot.data(), source.snapshot.size()) != 0)
        throw Error("device checked: host memory of " + source.what +
                    " changed before its copy to the device was done (ticket " + std::to_string(copy.ticket) +
                    "): wait for the ticket before you write");
    copy.run();
  }
}

void PendingCopies::run_touching(const Allocation& allocation) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < copies_.size(); ++i)
    if (std::find(copies_[i].touched.begin(), copies_[i].touched.end(), &allocation) != copies_[i].touched.end())
      n = i + 1;
  run_first(n);
}

void PendingCopies::run_until(Ticket ticket) {
  std::size_t n = 0;
  while (n < copies_.size() && copies_[n].ticket <= ticket) ++n;
  run_first(n);
}

} // namespace nopal::checked
