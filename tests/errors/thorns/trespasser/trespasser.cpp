#include <nopal/thorn.hpp>

#include <mpi.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

namespace {

using nopal::Call;
using nopal::Field;

// Views that a function keeps after its call. This is the mistake that the guard must find.
std::optional<Field<const double>> kept_v;
std::optional<Field<double>> kept_secret;
volatile double seen = 0;

void write_interior(Call& call) {
  const nopal::Part part = call.only_part();
  const auto u = part.write<double>("u");
  const auto past = part.read<double>("u@1");
  const nopal::Box& box = part.interior();
  for (long j = box.lower[1]; j < box.upper[1]; ++j)
    for (long i = box.lower[0]; i < box.upper[0]; ++i) u(i, j) = past(i, j);
}

void use_hooks(Call& call) {
  nopal::DataHooks& data = call.services().data();
  const nopal::Box box = call.only_part().interior();
  data.require_invalid_data({"trespasser::v(interior)"}, false);
  double& v = const_cast<double&>((*kept_v)(box.lower[0], box.lower[1]));
  v = 7;
  data.notify_data_modified({"trespasser::v(interior)"}, false);
  data.require_valid_data({"trespasser::secret"}, false);
  seen = kept_secret->value();
}

/// Writes eight bytes to a pipe, so that the system reads them from this memory.
long write_to_pipe(const double* from) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const long written = write(ends[1], from, sizeof *from);
  const int code = errno;
  close(ends[0]);
  close(ends[1]);
  errno = code;
  return written;
}

} // namespace

NOPAL_FUNCTION(keep) {
  kept_v = call.only_part().read<double>("v");
  kept_secret = call.write<double>("secret");
  kept_secret->value() = 42;
}

NOPAL_FUNCTION(trespass) {
  write_interior(call);
  const nopal::Part part = call.only_part();
  const long i = part.interior().lower[0], j = part.interior().lower[1];
  const std::string& fault = call.string("fault");
  if (fault == "none") use_hooks(call);
  if (call.services().rank() != call.services().size() - 1) return;

  const Field<const double>& v = *kept_v;
  double& hidden = const_cast<double&>(v(i, j));
  const auto u = part.write<double>("u");
  if (fault == "stale_read") {
    seen = v(i, j);
  } else if (fault == "stale_write") {
    hidden = 1;
  } else if (fault == "scalar_read") {
    seen = kept_secret->value();
  } else if (fault == "const_write") {
    const auto past = part.read<double>("u@1");
    const_cast<double&>(past(i, j)) = 3;
  } else if (fault == "library_read") {
    std::string copy(800, ' ');
    std::memcpy(copy.data(), &hidden, copy.size());
    seen = static_cast<double>(copy[5]);
  } else if (fault == "message") {
    double received = 0;
    MPI_Sendrecv(&hidden, 1, MPI_DOUBLE, 0, 5, &received, 1, MPI_DOUBLE, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  } else if (fault == "worker_write") {
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int thread = 0; thread < 2; ++thread)
      if (thread == 1) hidden = 1;
  } else if (fault == "team_write") {
#pragma omp parallel for num_threads(4)
    for (long column = 0; column < 12; ++column) (&hidden)[column] = 1;
  } else if (fault == "system_call") {
    write_to_pipe(&hidden);
  } else if (fault == "system_error") {
    if (write_to_pipe(&hidden) < 0) throw nopal::Error(std::string("cannot write: ") + std::strerror(errno));
  } else if (fault == "outside") {
    const nopal::Box box = part.stored();
    for (long k = box.lower[1]; k < box.upper[1]; ++k) *u.address(box.lower[0], k) = 9;
  } else if (fault == "outside_one") {
    u(part.stored().lower[0], j) = -0.0;
  } else if (fault == "beyond") {
    u(i, part.stored().upper[1] + 20) = 1;
  } else if (fault == "file") {
    const std::string name = call.services().output_folder() + "/hidden";
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_SELF, name.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write(file, &hidden, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  } else if (fault == "reduce") {
    const nopal::Reduction sum[] = {nopal::Reduction::sum};
    const int variable = *call.services().variables().find_variable("trespasser::v");
    seen = call.services().reductions().reduce({variable, 0}, sum)[0].real;
  } else if (fault == "launch") {
    call.launch("rewrite");
  }
}

NOPAL_FUNCTION(on_device) {
  const nopal::Part part = call.only_part();
  part.device_pointer("v");
  if (call.services().rank() == call.services().size() - 1)
    seen = (*kept_v)(part.interior().lower[0], part.interior().lower[1]);
}

// The upper face of the last rank is computed from the point before its interior.
NOPAL_FUNCTION(fill_boundary) {
  const nopal::Part part = call.only_part();
  const auto u = part.write<double>("u");
  const auto past = part.read<double>("u@1");
  const nopal::Box &owned = part.owned(), &interior = part.interior();
  for (long i = interior.lower[0]; i < interior.upper[0]; ++i) {
    if (owned.lower[1] < interior.lower[1]) u(i, owned.lower[1]) = past(i, interior.lower[1]);
    if (owned.upper[1] > interior.upper[1]) u(i, interior.upper[1]) = past(i, interior.lower[1] - 1);
  }
}
