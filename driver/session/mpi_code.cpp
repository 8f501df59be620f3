#include "driver/session/mpi_code.hpp"

#include <dlfcn.h>

#include <cstring>
#include <initializer_list>

namespace nopal {

bool is_of_mpi(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
  for (const char* const part : {"/libmpi", "/libopen-", "/libpmix", "/libmpich", "/openmpi/"})
    if (std::strstr(info.dli_fname, part) != nullptr) return true;
  return false;
}

} // namespace nopal
