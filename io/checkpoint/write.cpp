// The functions that write a checkpoint.

#include "checksum.hpp"
#include "dats.hpp"
#include "disk.hpp"
#include "mesh.hpp"
#include "series.hpp"
#include "slots.hpp"
#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>

namespace nopal::checkpoint {

namespace {

/// Writes bytes to a file in larger pieces and adds them to the checksum.
class Packer {
public:
  explicit Packer(const std::string& path) : file_(path, Durability::disk, keep_fewer), buffer_(std::size_t{1} << 19) {}

  void add(const std::byte* bytes, std::size_t n) {
    while (n > 0) {
      const std::size_t part = std::min(n, buffer_.size() - filled_);
      std::memcpy(buffer_.data() + filled_, bytes, part);
      filled_ += part;
      bytes += part;
      n -= part;
      if (filled_ == buffer_.size()) flush();
    }
  }
  /// Returns when the file is on the disk. Sets its size and checksum in `file`.
  void finish(RankFile& file) {
    flush();
    file_.close();
    file.bytes = bytes_;
    file.checksum = checksum_.value();
  }

private:
  void flush() {
    checksum_.add(buffer_.data(), filled_);
    file_.write(buffer_.data(), filled_);
    bytes_ += static_cast<std::int64_t>(filled_);
    filled_ = 0;
  }

  NewFile file_;
  std::vector<std::byte> buffer_; ///< small enough to stay in the processor's cache between its three uses
  std::size_t filled_ = 0;
  std::int64_t bytes_ = 0;
  Checksum checksum_;
};

/// True if an owned region with points is valid. A boundary without points always counts as valid, so it is left out.
bool is_worth_saving(const Domain& domain, const Group& group, Region valid) {
  return any(valid & (group.kind == GroupKind::gf && domain.has_boundary() ? Region::owned : Region::interior));
}

/// Returns the regions of a slot that count as valid when it is loaded. Ghosts of dats are not saved: a run brings them
/// up to date when it needs them.
Region saved_region(Services& services, const Group& group, Slot slot) {
  const Region valid = services.data().valid(slot);
  return group.kind == GroupKind::dat ? valid & Region::owned : valid;
}

/// Returns the contents without sizes and checksums of files. The same on all ranks. Collective.
Contents contents_of(Call& call, bool output_done) {
  Services& services = call.services();
  const Variables& variables = services.variables();
  Contents contents;
  contents.software = "nopal " NOPAL_VERSION;
  contents.iteration = call.iteration();
  contents.output_done = output_done;
  if (const TimeStepControl* step = services.time_step()) contents.time = step->state();
  contents.points = call.domain().points();
  for (const ParameterDeclaration* parameter : services.parameters().all())
    contents.parameters[parameter->full_name()] = services.parameters().text(parameter->full_name());
  contents.mesh = mesh_of_run(call);
  for (int g = 0; g < variables.n_groups(); ++g) {
    const Group& group = variables.group(g);
    if (!is_state(group)) continue;
    contents.groups.push_back(saved_group(group));
    for (const int v : group.variables)
      for (int timelevel = 0; timelevel < group.timelevels; ++timelevel)
        if (const Region valid = saved_region(services, group, {v, timelevel});
            is_worth_saving(call.domain(), group, valid))
          contents.slots.push_back(
              {variables.full_name(v), timelevel, valid, services.data().last_write({v, timelevel})});
  }
  for (int rank = 0; rank < services.size(); ++rank)
    contents.files.push_back({file_name(rank), 0, 0, services.decomposition().owned(rank)});
  return contents;
}

void add_points(Packer& packer, const Values<const std::byte>& values, const Box& points) {
  const std::size_t row = static_cast<std::size_t>(points.extent(0)) * values.size;
  for (long k = points.lower[2]; k < points.upper[2]; ++k)
    for (long j = points.lower[1]; j < points.upper[1]; ++j) packer.add(values.at(points.lower[0], j, k), row);
}

/// Writes the file of this rank. Collective.
void write_rank_file(Call& call, const std::string& folder, Contents& contents) {
  Services& services = call.services();
  const Variables& variables = services.variables();
  RankFile& file = contents.files[static_cast<std::size_t>(services.rank())];
  const std::vector<Place> places = places_in_file(contents, variables, services.rank());
  std::optional<Packer> packer;
  services.together([&] { packer.emplace(folder + '/' + file.name); });
  for (std::size_t n = 0; n < contents.slots.size(); ++n) {
    const Slot slot = slot_of(variables, contents.slots[n]);
    if (variables.group_of(slot.variable).kind == GroupKind::dat) {
      const std::vector<std::int64_t> bits = values_for_file(call, slot);
      const auto bytes = std::as_bytes(std::span(bits));
      services.together([&] { packer->add(bytes.data(), bytes.size()); });
    } else {
      services.together([&] {
        if (!places[n].points.empty()) add_points(*packer, read_values(call, slot), places[n].points);
      });
    }
  }
  services.together([&] { packer->finish(file); });
}

void gather_files(Call& call, Contents& contents) {
  const RankFile& mine = contents.files[static_cast<std::size_t>(call.services().rank())];
  struct Written {
    std::int64_t bytes;
    std::uint64_t checksum;
  };
  const auto all = call.services().collective().gather(Written{mine.bytes, mine.checksum});
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    contents.files[rank].bytes = all[rank].bytes;
    contents.files[rank].checksum = all[rank].checksum;
  }
}

/// Removes older checkpoints. An error here is only a warning, since the new checkpoint is complete.
void tidy_up(Call& call, const std::string& unfinished) {
  try {
    remove_folder(unfinished); // replace_folder() has given this name to an earlier checkpoint, if there was one
    remove_older(call.services().output_folder(), call.integer("keep"));
  } catch (const Error& error) {
    call.services().warn(std::string("checkpoint: an older one could not be removed: ") + error.what());
  }
}

void write_into(Call& call, const std::string& unfinished, Contents& contents) {
  Services& services = call.services();
  const std::string& folder = services.output_folder();
  const bool first = services.rank() == 0;
  services.together([&] {
    if (!first) return;
    remove_folder(unfinished);
    make_folder(unfinished);
  });
  write_rank_file(call, unfinished, contents);
  gather_files(call, contents);
  services.complete_output();
  services.together([&] {
    if (!first) return;
    write_file(unfinished + '/' + contents_name, to_json(contents), Durability::disk, keep_fewer);
    sync_folder(unfinished, keep_fewer);
    replace_folder(unfinished, folder + '/' + folder_name(contents.iteration));
    sync_folder(folder, keep_fewer);
  });
  if (first) tidy_up(call, unfinished);
}

void write(Call& call, bool output_done) {
  const auto start = std::chrono::steady_clock::now();
  Services& services = call.services();
  Contents contents = contents_of(call, output_done);
  const std::string unfinished = services.output_folder() + '/' + unfinished_name(contents.iteration);
  try {
    write_into(call, unfinished, contents);
  } catch (...) {
    if (services.rank() == 0) {
      try {
        remove_folder(unfinished);
      } catch (const Error& error) {
        services.warn(error.what());
      }
    }
    throw;
  }
  std::int64_t bytes = 0;
  for (const RankFile& file : contents.files) bytes += file.bytes;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Timing& timing = call.state<Timing>();
  timing.last = services.seconds();
  timing.took = seconds;
  char text[160];
  std::snprintf(text, sizeof text, "checkpoint: %s, %.1f MB in %.2f s", folder_name(contents.iteration).c_str(),
                1e-6 * static_cast<double>(bytes), seconds);
  services.info(text);
}

} // namespace

} // namespace nopal::checkpoint

NOPAL_FUNCTION(write) { nopal::checkpoint::write(call, false); }

NOPAL_FUNCTION(write_last) { nopal::checkpoint::write(call, true); }
