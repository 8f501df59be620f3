#include "driver/sudden_end/c_library.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

#include <cstring>

namespace nopal {

namespace {

/// As glibc keeps it, for debuggers.
struct AbortMessage {
  unsigned size;
  char text[1];
};

AbortMessage** message = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): for signal handlers

int look_at(dl_phdr_info* object, std::size_t /*size*/, void* found) {
  const char* const slash = std::strrchr(object->dlpi_name, '/');
  if (std::strncmp(slash != nullptr ? slash + 1 : object->dlpi_name, "libc.so", 7) != 0) return 0;
  auto& around = *static_cast<SignalCircumstances*>(found);
  for (int n = 0; n < object->dlpi_phnum; ++n) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[n];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    around.library_begin = object->dlpi_addr + segment.p_vaddr;
    around.library_end = around.library_begin + segment.p_memsz;
  }
  return 1;
}

} // namespace

void find_c_library(SignalCircumstances& around) {
  dl_iterate_phdr(look_at, &around);
  message = static_cast<AbortMessage**>(dlvsym(RTLD_DEFAULT, "__abort_msg", "GLIBC_PRIVATE"));
  // The first call loads a library and so allocates memory. OpenMPI's handler calls it.
  void* frame = nullptr;
  backtrace(&frame, 1);
}

const char* abort_reason() { return message != nullptr && *message != nullptr ? (*message)->text : nullptr; }

} // namespace nopal
