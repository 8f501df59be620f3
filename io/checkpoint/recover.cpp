// The functions that choose a checkpoint and bring its state.

#include "disk.hpp"
#include "recovery.hpp"
#include "series.hpp"
#include "slots.hpp"

#include <mpi.h>

#include <cstring>
#include <memory>
#include <optional>

namespace nopal::checkpoint {

namespace {

struct Chosen {
  std::string path;
  Contents contents;
};

/// From paramcheck to the bin recover.
std::optional<Chosen>& chosen() {
  static std::optional<Chosen> chosen;
  return chosen;
}

/// Rank 0's list, on all ranks.
std::vector<std::string> agreed(Services& services, const std::vector<std::string>& mine) {
  const auto communicator = *static_cast<MPI_Comm*>(services.communicator());
  std::string joined;
  for (const std::string& text : mine) joined += text + '\n';
  auto length = static_cast<std::uint64_t>(joined.size());
  MPI_Bcast(&length, 1, MPI_UINT64_T, 0, communicator);
  joined.resize(length);
  MPI_Bcast(joined.data(), static_cast<int>(length), MPI_CHAR, 0, communicator);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t end = joined.find('\n', at);
    texts.push_back(joined.substr(at, end - at));
    at = end + 1;
  }
  return texts;
}

/// Throws Error, the same on all ranks, where the checkpoint is not complete and sound.
Contents sound_contents(Services& services, const std::string& path) {
  Contents contents;
  services.together([&] {
    contents = read_contents(path);
    for (std::size_t file = static_cast<std::size_t>(services.rank()); file < contents.files.size();
         file += static_cast<std::size_t>(services.size()))
      check_file(path, contents.files[file]);
  });
  return contents;
}

std::optional<Chosen> choose(Call& call) {
  Services& services = call.services();
  const std::string& recover = call.string("recover");
  std::vector<std::string> candidates;
  services.together([&] {
    if (services.rank() != 0) return;
    remove_unfinished(services.output_folder());
    if (recover == "auto") candidates = checkpoints_in(services.output_folder());
  });
  if (recover.empty()) return std::nullopt;
  if (recover != "auto") return Chosen{recover, sound_contents(services, recover)};
  for (const std::string& path : agreed(services, candidates)) {
    try {
      return Chosen{path, sound_contents(services, path)};
    } catch (const Error& error) {
      services.warn(std::string("checkpoint: passed over, since ") + error.what());
    }
  }
  services.info("checkpoint: no sound one in '" + services.output_folder() + "', so the run begins with initial data");
  return std::nullopt;
}

std::vector<std::string> clauses_of(const Contents& contents, bool what_is_valid) {
  std::vector<std::string> clauses;
  for (const SavedSlot& slot : contents.slots)
    clauses.push_back(slot.variable + '@' + std::to_string(slot.level) + '(' +
                      to_string(what_is_valid ? slot.valid : Region::everywhere) + ')');
  return clauses;
}

/// Files that this process reads from, opened when they are needed, and where slots lie in them.
class Files {
public:
  Files(const Chosen& chosen, const Variables& variables)
      : chosen_(chosen), variables_(variables), files_(chosen.contents.files.size()),
        places_(chosen.contents.files.size()) {}
  const OldFile& file(int rank) {
    std::unique_ptr<OldFile>& file = files_[static_cast<std::size_t>(rank)];
    if (!file) file = std::make_unique<OldFile>(chosen_.path + '/' + chosen_.contents.files[rank].name);
    return *file;
  }

  const Place& place(int rank, std::size_t slot) {
    std::vector<Place>& places = places_[static_cast<std::size_t>(rank)];
    if (places.empty()) places = places_in_file(chosen_.contents, variables_, rank);
    return places[slot];
  }

private:
  const Chosen& chosen_;
  const Variables& variables_;
  std::vector<std::unique_ptr<OldFile>> files_;
  std::vector<std::vector<Place>> places_; ///< by rank and slot
};

/// Reads what `values` has of `part`, from the values of `from` that begin at `offset`.
void read_part(const OldFile& file, std::int64_t offset, const Box& from, const Box& part,
               const Values<std::byte>& values) {
  const auto size = static_cast<std::int64_t>(values.size);
  const auto row = static_cast<std::size_t>(part.extent(0)) * values.size;
  const bool whole_rows = part.extent(0) == from.extent(0);
  const long rows = whole_rows ? part.extent(1) : 1; // that lie one after the other
  std::vector<std::byte> buffer(row * static_cast<std::size_t>(rows));
  for (long k = part.lower[2]; k < part.upper[2]; ++k)
    for (long j = part.lower[1]; j < part.upper[1]; j += rows) {
      const long before =
          ((k - from.lower[2]) * from.extent(1) + j - from.lower[1]) * from.extent(0) + part.lower[0] - from.lower[0];
      file.read(buffer.data(), buffer.size(), offset + before * size);
      for (long r = 0; r < rows; ++r)
        std::memcpy(values.at(part.lower[0], j + r, k), buffer.data() + static_cast<std::size_t>(r) * row, row);
    }
}

/// The points of the grid that periodic images of a box may be shifted by.
std::vector<Index> shifts(const Domain& domain) {
  std::vector<Index> all{{0, 0, 0}};
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    if (!domain.periodic(axis)) continue;
    const std::vector<Index> others = all;
    for (Index shift : others)
      for (const long sign : {-1L, 1L}) {
        shift[axis] = sign * domain.points().extent(axis);
        all.push_back(shift);
      }
  }
  return all;
}

void load_slot(Call& call, const Chosen& from, Files& files, std::size_t n) {
  const Variables& variables = call.services().variables();
  const SavedSlot& saved = from.contents.slots[n];
  const Slot slot = slot_of(variables, saved);
  const Values<std::byte> values = write_values(call, slot);
  if (variables.group_of(slot.variable).kind != GroupKind::gf) {
    const Place& place = files.place(0, n);
    return read_part(files.file(0), place.offset, place.points, place.points, values);
  }
  const std::vector<Index> all_shifts = shifts(call.domain());
  const Box target = any(saved.valid & Region::ghosts) ? call.stored() : call.owned();
  for (int rank = 0; rank < static_cast<int>(from.contents.files.size()); ++rank) {
    for (const Index& shift : all_shifts) {
      const Box image = from.contents.files[static_cast<std::size_t>(rank)].owned.shifted(shift);
      const Box part = intersection(image, target);
      if (!part.empty()) read_part(files.file(rank), files.place(rank, n).offset, image, part, values);
    }
  }
}

} // namespace

} // namespace nopal::checkpoint

NOPAL_FUNCTION(find) {
  using namespace nopal::checkpoint;
  nopal::Services& services = call.services();
  chosen() = choose(call);
  if (chosen()) {
    nopal::ErrorList errors;
    check_same_simulation(call, chosen()->path, chosen()->contents, errors);
    errors.raise_if_any();
  }
  // What asked to go on and found nothing sound leaves the folder as it is: the driver gives it another.
  const bool takes_the_folder = chosen() || call.string("recover").empty();
  int superseded = 0;
  services.together([&] {
    if (services.rank() == 0 && takes_the_folder)
      superseded = set_aside(services.output_folder(), chosen() ? chosen()->contents.iteration : -1);
  });
  if (superseded > 0)
    services.warn("checkpoint: " + std::to_string(superseded) + " of an earlier run in '" + services.output_folder() +
                  "' are of iterations that this run computes anew; they are called ….superseded now");
  if (!chosen()) return;
  services.recover({chosen()->contents.iteration, chosen()->contents.output_done});
  services.info("checkpoint: the run goes on from '" + chosen()->path + "', iteration " +
                std::to_string(chosen()->contents.iteration));
}

NOPAL_FUNCTION(load) {
  using namespace nopal::checkpoint;
  if (!chosen()) return;
  const Contents& contents = chosen()->contents;
  call.services().data().require_invalid_data(clauses_of(contents, false), false);
  call.services().together([&] {
    Files files(*chosen(), call.services().variables());
    for (std::size_t n = 0; n < contents.slots.size(); ++n) load_slot(call, *chosen(), files, n);
  });
  call.services().data().notify_data_modified(clauses_of(contents, true), false);
  chosen().reset();
}
