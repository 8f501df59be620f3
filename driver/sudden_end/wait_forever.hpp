#pragma once
// Where a thread stays that must not go on while another one ends the process.

#include <unistd.h>

namespace nopal {

[[noreturn]] inline void wait_forever() {
  for (;;) pause();
}

} // namespace nopal
