// The scheduled functions.

#include "collective.hpp"
#include "direct.hpp"
#include "earlier.hpp"
#include "joined.hpp"
#include "not_finite.hpp"
#include "records.hpp"
#include "under_way.hpp"
#include "xdmf.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace nopal::hdf5 {

namespace {

/// The state of this thorn for its output.
struct Output {
  bool begun = false;                    ///< the first output has begun
  std::string grids;                     ///< the grids of the XDMF file, in order of output; rank 0
  std::optional<std::int64_t> tables_at; ///< the iteration whose file holds the tables of maps; empty: none does yet
  Copies copies;                         ///< the values of the output under way, which refers to them
  std::optional<UnderWay> under_way;     ///< the output that is not complete yet; the same on all ranks
  double longest = 0;                    ///< seconds that the longest output in the background took
};

/// Runs `step`. If it throws, abandons the output under way and rethrows.
template <class Step> void or_give_up(Output& output, Step&& step) {
  try {
    step();
  } catch (...) {
    output.under_way.reset();
    throw;
  }
}

/// Does the next step of the output under way. Collective.
void advance(Output& output, Services& services) {
  or_give_up(output, [&] {
    std::optional<UnderWay>& under_way = output.under_way;
    if (under_way->advance(services)) return;
    if (under_way->in_background()) output.longest = std::max(output.longest, under_way->seconds());
    under_way.reset();
  });
}

/// Returns once no output is under way. Collective.
void complete(Output& output, Services& services) {
  while (output.under_way) advance(output, services);
}

/// Returns the seconds that complete() may take: as many as the longest output in the background took.
double completion_seconds(const Output& output) {
  return std::max(output.longest, output.under_way ? output.under_way->seconds() : 0);
}

std::vector<Slot> slots(const Call& call) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads())
    if (std::find(slots.begin(), slots.end(), clause.slot) == slots.end()) slots.push_back(clause.slot);
  return slots;
}

/// Returns the largest size that the file can have, with metadata and the parfile. `fields`: with the values of grid
/// functions, dats and tables.
std::int64_t bytes_of_file(const Call& call, const Options& options, const Content& content, bool fields) {
  std::int64_t bytes = static_cast<std::int64_t>(call.services().parfile().size()) + (1 << 16);
  for (const auto slot : content.slots) {
    const Group& group = call.services().variables().group_of(slot.variable);
    if (has_regions(group) && !fields) continue;
    bytes += group.kind == GroupKind::dat ? content.dats.at(slot.variable).bytes(is_single(options, group))
                                          : bytes_of(options, group);
  }
  for (const Table& table : content.tables)
    if (fields) bytes += table.rows.bytes(false);
  return bytes + (options.deflate > 0 ? bytes >> 10 : 0); // the index of chunks
}

/// Creates the file. Returns a function that writes the values of this process. In the background it writes copies;
/// values for which there is no room to copy are written here. Collective.
std::function<void()> values_left(Call& call, const Options& options, const std::shared_ptr<const Content>& content,
                                  const Unfinished& data) {
  const std::vector<LaidOut> datasets =
      lay_out(call, options, *content, bytes_of_file(call, options, *content, false), data);
  if (options.background == 0) // the content has values to which the datasets refer
    return [path = data.path(), durability = options.durability, datasets, content] {
      OpenFile file(path, durability);
      write_values(file, datasets);
      file.close();
    };
  Copies& copies = call.state<Output>().copies;
  call.services().together([&] {
    const std::size_t copied = copies.take(datasets, options.background);
    OpenFile file(data.path(), Durability::system);
    write_values(file, std::span(datasets).subspan(copied));
    file.close();
  });
  return [path = data.path(), durability = options.durability, &copies] {
    OpenFile file(path, durability);
    copies.write(file);
    file.close();
  };
}

/// Prepares the index and the joined file under temporary names. Rank 0 calls this.
void prepare_names(const Call& call, const Options& options, const Content& content, Rest& rest) {
  const Names& names = options.names;
  if (options.encoding == Encoding::group_based)
    rest.naming.push_back(join(names, call.services().parfile(), call.iteration()));
  const std::string joined = rest.naming.empty() ? "" : rest.naming.front().path();
  std::string& known = call.state<Output>().grids;
  const std::string grids = known + xdmf_grid(options, call, content);
  std::string index;
  if (!grids.empty()) { // a viewer can show something
    rest.naming.emplace_back(names, names.xdmf(), true);
    index = rest.naming.back().path();
  }
  rest.write_names = [=, durability = options.durability] {
    if (!joined.empty() && durability == Durability::disk) sync_file(joined, write_less);
    if (!index.empty()) write_file(index, xdmf_document(grids), durability, write_less);
  };
  rest.named = [grids, &known] { known = grids; };
}

/// Creates the file of this output. Returns the steps that wait for the disk, without those of the index and the joined
/// file. Collective.
Rest begin_output(Call& call, const Options& options, const std::shared_ptr<const Content>& content) {
  Services& services = call.services();
  const bool first = services.rank() == 0;
  Rest rest(Unfinished(options.names, options.names.data(call.iteration()), first));
  rest.folder = options.names.folder;
  rest.durability = options.durability;
  if (options.transfers == Transfers::direct)
    rest.write_values = values_left(call, options, content, rest.data);
  else
    write_collectively(call, options, *content, bytes_of_file(call, options, *content, true), rest.data);
  return rest;
}

} // namespace

} // namespace nopal::hdf5

NOPAL_FUNCTION(write) {
  using namespace nopal::hdf5;
  const Silence silence;
  nopal::Services& services = call.services();
  auto written = slots(call);
  if (written.empty()) return;
  const Options options = nopal::hdf5::options(call);
  Output& output = call.state<Output>();
  if (!std::exchange(output.begun, true)) {
    services.before_checkpoints([&] { complete(output, services); }, [&] { return completion_seconds(output); });
    services.together([&] {
      if (services.rank() == 0) output.grids = begin_series(call, options);
    });
  }
  complete(output, services);
  if (options.background == 0) {
    output.copies = {};
    output.longest = 0;
  }
  const std::shared_ptr<const Content> content = content_of(call, std::move(written), output.tables_at);
  look_for_not_finite(call, options, *content); // before values go to the background
  Rest rest = begin_output(call, options, content);
  or_give_up(output, [&] {
    services.together([&] {
      if (services.rank() == 0) prepare_names(call, options, *content, rest);
      output.under_way.emplace(std::move(rest), options.background > 0);
      output.under_way->start();
    });
  });
  if (options.background == 0) complete(output, services);
  output.tables_at = content->tables_at;
}

NOPAL_FUNCTION(go_on) {
  using namespace nopal::hdf5;
  Output& output = call.state<Output>();
  if (output.under_way && output.under_way->ready(call.services())) advance(output, call.services());
}

NOPAL_FUNCTION(finish) { nopal::hdf5::complete(call.state<nopal::hdf5::Output>(), call.services()); }
