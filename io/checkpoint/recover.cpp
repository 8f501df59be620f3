// The functions that choose a checkpoint and load it.

#include "dats.hpp"
#include "disk.hpp"
#include "recovery.hpp"
#include "series.hpp"
#include "slots.hpp"

#include <optional>

namespace nopal::checkpoint {

namespace {

struct Chosen {
  std::string path;
  Contents contents;
};

/// The checkpoint that the run goes on from. It is kept from the bin paramcheck to the bin recover.
using Choice = std::optional<Chosen>;

/// Returns rank 0's list on all ranks. Collective.
std::vector<std::string> agreed(Services& services, const std::vector<std::string>& mine) {
  std::string joined;
  for (const std::string& text : mine) joined += text + '\n';
  joined = services.collective().broadcast(std::move(joined));
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t end = joined.find('\n', at);
    texts.push_back(joined.substr(at, end - at));
    at = end + 1;
  }
  return texts;
}

/// Returns the contents of a checkpoint after a check of all its files. Throws an Error, the same on all ranks, if a
/// file is missing or damaged.
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

Choice choose(Call& call) {
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
      services.warn(std::string("checkpoint: one was skipped, because ") + error.what());
    }
  }
  services.info("checkpoint: '" + services.output_folder() +
                "' has no checkpoint that is complete and undamaged, so the run begins with initial data");
  return std::nullopt;
}

std::vector<std::string> clauses_of(const Contents& contents, bool what_is_valid) {
  std::vector<std::string> clauses;
  for (const SavedSlot& slot : contents.slots)
    clauses.push_back(slot.variable + '@' + std::to_string(slot.timelevel) + '(' +
                      to_string(what_is_valid ? slot.valid : Region::everywhere) + ')');
  return clauses;
}

/// Loads from one rank's file the points that this process stores, without those of dats.
void load_file(Call& call, const Chosen& from, int rank, const std::vector<Values<std::byte>>& values) {
  const Variables& variables = call.services().variables();
  const RankFile& saved_file = from.contents.files[static_cast<std::size_t>(rank)];
  const std::vector<Place> places = places_in_file(from.contents, variables, rank);
  std::optional<ExistingFile> file; // opened when it is needed
  const auto read = [&](std::size_t n, const Box& image, const Box& part) {
    if (part.empty()) return;
    if (!file) file.emplace(from.path + '/' + saved_file.name);
    read_part(*file, {places[n].offset, image}, part, values[n]);
  };
  const Part part = call.only_part();
  for (std::size_t n = 0; n < places.size(); ++n) {
    const SavedSlot& saved = from.contents.slots[n];
    const GroupKind kind = variables.group_of(slot_of(variables, saved).variable).kind;
    if (kind == GroupKind::dat) continue;
    if (kind != GroupKind::gf) {
      read(n, places[n].points, places[n].points);
      continue;
    }
    const Box target = any(saved.valid & Region::ghosts) ? part.stored() : part.owned();
    for (const Index& shift : shifts_into(call.domain(), saved_file.owned, target)) {
      const Box image = saved_file.owned.shifted(shift);
      read(n, image, intersection(image, target));
    }
  }
}

/// Loads all slots. Collective.
void load_all(Call& call, const Chosen& from) {
  const Variables& variables = call.services().variables();
  const std::vector<SavedSlot>& slots = from.contents.slots;
  call.services().together([&] {
    std::vector<Values<std::byte>> values;
    for (const SavedSlot& saved : slots) values.push_back(write_values(call, slot_of(variables, saved)));
    // Only one file is open at a time, because there may be more files than a process may open.
    for (int rank = 0; rank < static_cast<int>(from.contents.files.size()); ++rank) load_file(call, from, rank, values);
  });
  for (std::size_t n = 0; n < slots.size(); ++n)
    if (variables.group_of(slot_of(variables, slots[n]).variable).kind == GroupKind::dat)
      load_dat(call, from.path, from.contents, n);
}

/// Renames the checkpoints of later iterations, since this run computes them again.
void set_later_aside(Services& services, std::int64_t iteration) {
  int superseded = 0;
  services.together([&] {
    if (services.rank() == 0) superseded = set_aside(services.output_folder(), iteration);
  });
  if (superseded > 0)
    services.warn("checkpoint: renamed " + std::to_string(superseded) + " checkpoint(s) of an earlier run in '" +
                  services.output_folder() + "' to ….superseded, because this run computes their iterations again");
}

} // namespace

} // namespace nopal::checkpoint

NOPAL_FUNCTION(find) {
  using namespace nopal::checkpoint;
  nopal::Services& services = call.services();
  Choice& chosen = call.state<Choice>();
  chosen = choose(call);
  if (!chosen) return;
  nopal::ErrorList errors;
  check_same_simulation(call, chosen->path, chosen->contents, errors);
  errors.raise_if_any();
  services.recover({chosen->contents.iteration, chosen->contents.output_done, chosen->contents.time});
  services.info("checkpoint: the run goes on from '" + chosen->path + "', iteration " +
                std::to_string(chosen->contents.iteration));
}

NOPAL_FUNCTION(load) {
  using namespace nopal::checkpoint;
  Choice& chosen = call.state<Choice>();
  if (!chosen) return;
  const Contents& contents = chosen->contents;
  call.services().data().require_invalid_data(clauses_of(contents, false), false);
  load_all(call, *chosen);
  call.services().data().notify_data_modified(clauses_of(contents, true), false);
  for (const SavedSlot& slot : contents.slots) {
    if (!slot.written) continue;
    nopal::LastWrite written = *slot.written;
    if (written.time == no_time) written.time = call.domain().time(written.iteration);
    call.services().data().set_last_write(slot_of(call.services().variables(), slot), written);
  }
  set_later_aside(call.services(), contents.iteration); // now the run is sure to go on
  chosen.reset();
}
