#pragma once
// Shared code of the tests with MPI: ranks, variables, and values that follow from the global index.

#include "driver/storage/storage.hpp"
#include "tests/support/group.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace nopal::test {

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// Makes test::real0, test::real1, ... (grid functions with two timelevels), test::whole (of integers), test::pair
/// (complex), test::list (an array of 7), test::single (a scalar).
inline Variables some_variables(int n_real) {
  std::vector<std::string> names;
  for (int n = 0; n < n_real; ++n) names.push_back("real" + std::to_string(n));
  Variables variables;
  variables.add_group(group("test::reals", GroupKind::gf, Type::real, 2), names);
  variables.add_group(group("test::integers", GroupKind::gf, Type::integer), {"whole"});
  variables.add_group(group("test::complexes", GroupKind::gf, Type::complex), {"pair"});
  variables.add_group(group("test::lists", GroupKind::array, Type::real, 1, {7, 1, 1}), {"list"});
  variables.add_group(group("test::scalars", GroupKind::scalar), {"single"});
  return variables;
}

/// Calls visit(i, j, k) for each point of the box.
template <class Visit> void for_each_point(const Box& box, Visit visit) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(i, j, k);
}

/// Gives access to the elements of a slot by global index.
template <class T> class View {
public:
  View(HostMemory& memory, Slot slot)
      : data_(reinterpret_cast<T*>(memory.data(slot))), layout_(memory.layout(slot.variable)) {}
  T& operator()(long i, long j, long k) const { return data_[layout_.index(i, j, k)]; }

private:
  T* data_;
  const Layout& layout_;
};

} // namespace nopal::test
