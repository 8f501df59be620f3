// Blocks of values along the axes, gathered to rank 0.

#include "files.hpp"
#include "line.hpp"

#include <mpi.h>

namespace nopal::tsv {

namespace {

constexpr int tag = 1;
constexpr const char* axis_names[] = {"x", "y", "z"};

template <class T> std::vector<T> pack(const Field<const T>& field, const Box& box) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(box.points()));
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) values.push_back(field(i, j, k));
  return values;
}

/// The values on the line, complete on rank 0. Only ranks that own some of its points send.
template <class T> std::vector<T> gather(Services& services, const Field<const T>& field, const Box& line, int axis) {
  const Decomposition& decomposition = services.decomposition();
  const MPI_Comm communicator = *static_cast<MPI_Comm*>(services.communicator());
  const auto piece = [&](int rank) { return intersection(line, decomposition.owned(rank)); };
  const auto bytes = [](std::size_t n) { return static_cast<int>(n * sizeof(T)); };

  if (services.rank() != 0) {
    const auto mine = pack(field, piece(services.rank()));
    if (!mine.empty()) MPI_Send(mine.data(), bytes(mine.size()), MPI_BYTE, 0, tag, communicator);
    return {};
  }
  std::vector<T> values(static_cast<std::size_t>(line.points()));
  for (int rank = 0; rank < services.size(); ++rank) {
    const Box box = piece(rank);
    if (box.empty()) continue;
    T* const target = values.data() + (box.lower[axis] - line.lower[axis]);
    if (rank == 0) {
      const auto mine = pack(field, box);
      std::copy(mine.begin(), mine.end(), target);
    } else {
      MPI_Recv(target, bytes(static_cast<std::size_t>(box.points())), MPI_BYTE, rank, tag, communicator,
               MPI_STATUS_IGNORE);
    }
  }
  return values;
}

template <class T> std::string rows(const Call& call, const std::vector<T>& values, const Box& line, int axis) {
  const Domain& domain = call.domain();
  std::string text_rows;
  Index point = line.lower;
  for (const T& value : values) {
    text_rows += row_start(call) + '\t' + text(static_cast<std::int64_t>(point[axis]));
    for (int a = 0; a < domain.dimension(); ++a) text_rows += '\t' + text(domain.coordinate(a, point[a]));
    text_rows += '\t' + text(value) + '\n';
    ++point[axis];
  }
  return text_rows + "\n\n";
}

void append_lines(Call& call, Slot slot) {
  Services& services = call.services();
  const Domain& domain = call.domain();
  const Index point = nearest_point(domain, call.reals("point"));
  std::vector<std::string> columns{"iteration", "time", "index"};
  for (int axis = 0; axis < domain.dimension(); ++axis) columns.push_back(axis_names[axis]);
  for (const auto& column : value_columns(services.variables(), slot.variable)) columns.push_back(column);

  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const Box line = line_box(domain, point, axis);
    const std::string name = axis_names[axis];
    with_field(call, slot, [&](const auto& field) {
      const auto values = gather(services, field, line, axis);
      if (services.rank() == 0)
        append(call, slot.variable, name + '.', "along " + name + ", outer boundary included; a block an iteration",
               columns, rows(call, values, line, axis));
    });
  }
}

/// Arrays are the same on every rank: all elements from rank 0's.
void append_array(Call& call, Slot slot) {
  if (call.services().rank() != 0) return;
  const Variables& variables = call.services().variables();
  const int dimension = variables.group_of(slot.variable).dimension;
  std::vector<std::string> columns{"iteration", "time"};
  for (int axis = 0; axis < dimension; ++axis) columns.push_back(std::string(1, "ijk"[axis]));
  for (const auto& column : value_columns(variables, slot.variable)) columns.push_back(column);

  with_field(call, slot, [&](const auto& field) {
    const Box& box = field.layout().box;
    std::string text_rows;
    for (Index p = box.lower; p[2] < box.upper[2]; ++p[2])
      for (p[1] = box.lower[1]; p[1] < box.upper[1]; ++p[1])
        for (p[0] = box.lower[0]; p[0] < box.upper[0]; ++p[0]) {
          text_rows += row_start(call);
          for (int axis = 0; axis < dimension; ++axis) text_rows += '\t' + text(static_cast<std::int64_t>(p[axis]));
          text_rows += '\t' + text(field(p[0], p[1], p[2])) + '\n';
        }
    append(call, slot.variable, "", "all elements; a block an iteration", columns, text_rows + "\n\n");
  });
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(lines) {
  using namespace nopal;
  for (const Slot slot : tsv::slots(call)) {
    if (call.services().variables().group_of(slot.variable).kind == GroupKind::array)
      tsv::append_array(call, slot);
    else
      tsv::append_lines(call, slot);
  }
}
