#include "options.hpp"

#include <nopal/mpi.hpp>

#include <algorithm>
#include <optional>

namespace nopal::hdf5 {

namespace {

constexpr const char* allowed_file =
    "letters, digits, '_', '-' and '.', but no '.' at the beginning and no digit at the end";

Location where(const Call& call, const std::string& parameter) {
  return call.services().parameters().where("hdf5::" + parameter);
}

void check_file(const Call& call, ErrorList& errors) {
  const std::string& stem = call.string("file");
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  if (stem.empty() || !std::all_of(stem.begin(), stem.end(), good) || stem.front() == '.' ||
      (stem.back() >= '0' && stem.back() <= '9'))
    errors.add(where(call, "file"), "hdf5.file is '" + stem + "': use " + allowed_file);
}

SelectionSpec selection_spec(const Call& call) {
  return {call.reals("lower"), call.reals("upper"), call.integers("stride")};
}

/// Returns whether the parameter has no entries or one for each axis. Adds an error if not.
bool fits(const Call& call, const std::string& parameter, std::size_t entries, ErrorList& errors) {
  const int dimension = call.domain().dimension();
  if (entries == 0 || entries == static_cast<std::size_t>(dimension)) return true;
  errors.add(where(call, parameter), "hdf5." + parameter + " has " + std::to_string(entries) +
                                         (entries == 1 ? " entry" : " entries") + " on a grid of " +
                                         std::to_string(dimension) + (dimension == 1 ? " axis" : " axes") +
                                         ": give one for each axis, or none");
  return false;
}

std::string number(double value) { return Value{false, {value}}.text(); }

/// Adds an error that says why a selection has no point along an axis.
void explain_empty(const Call& call, const SelectionSpec& spec, int axis, ErrorList& errors) {
  const Domain& domain = call.domain();
  const auto at = static_cast<std::size_t>(axis);
  const std::string along = std::string(" along ") + "xyz"[axis];
  const std::string parameter = !spec.lower.empty() ? "lower" : !spec.upper.empty() ? "upper" : "stride";
  const double first = domain.coordinate(axis, domain.points().lower[axis]);
  const double last = domain.coordinate(axis, domain.points().upper[axis] - 1);
  const double lower = spec.lower.empty() ? first : spec.lower[at];
  const double upper = spec.upper.empty() ? last : spec.upper[at];
  if (!spec.lower.empty() && !spec.upper.empty() && lower > upper)
    return errors.add(where(call, parameter), "hdf5.lower is " + number(lower) + along + ", but hdf5.upper is " +
                                                  number(upper) + ": no point lies between them, so exchange them");
  SelectionSpec unit_stride = spec;
  unit_stride.stride.clear();
  if (selection_of(domain, unit_stride).count[axis] > 0)
    return errors.add(where(call, "stride"),
                      "hdf5.stride is " + std::to_string(spec.stride[at]) + along + ", and no point from " +
                          number(lower) + " to " + number(upper) + " has an index that is a multiple of " +
                          std::to_string(spec.stride[at]) + ": set the stride to 1 or choose a larger region");
  errors.add(where(call, parameter),
             "hdf5.lower and hdf5.upper select no point" + along + ": the region from " + number(lower) + " to " +
                 number(upper) + " is outside the grid, which extends from " + number(first) + " to " + number(last));
}

void check_selection(const Call& call, ErrorList& errors) {
  const SelectionSpec spec = selection_spec(call);
  bool fit = fits(call, "lower", spec.lower.size(), errors);
  fit = fits(call, "upper", spec.upper.size(), errors) && fit;
  fit = fits(call, "stride", spec.stride.size(), errors) && fit;
  if (!fit) return;
  const Selection selection = selection_of(call.domain(), spec);
  for (int axis = 0; axis < call.domain().dimension(); ++axis)
    if (selection.count[axis] == 0) explain_empty(call, spec, axis, errors);
}

std::pair<std::string, std::string> hint(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, ""};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void check_transfers(const Call& call, ErrorList& errors) {
  for (const std::string& text : call.strings("hints")) {
    const auto [key, value] = hint(text);
    if (key.empty() || value.empty() || key.size() >= MPI_MAX_INFO_KEY || value.size() >= MPI_MAX_INFO_VAL)
      errors.add(where(call, "hints"),
                 "hdf5.hints lists '" + text +
                     "'; write each hint as key=value, such as 'cb_nodes=4', with a key of at most " +
                     std::to_string(MPI_MAX_INFO_KEY - 1) + " characters");
  }
  const std::string& transfers = call.string("transfers");
  if (call.string("compression") != "none" && transfers != "automatic" && transfers != "collective")
    errors.add(where(call, "transfers"), "hdf5.transfers is " + transfers + " and hdf5.compression is " +
                                             call.string("compression") +
                                             ": HDF5 compresses only in collective transfers; change one of them");
}

/// The state of this thorn for its options.
struct Remembered {
  std::optional<bool> one_node;
  bool told_of_foreground = false;
};

/// Returns whether all processes run on one node. Collective.
bool is_one_node(Services& services) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator(services.collective()), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int size = 0;
  MPI_Comm_size(node, &size);
  MPI_Comm_free(&node);
  return size == services.size(); // the same on all processes
}

/// Chooses the transfers. Automatic takes direct transfers on one node only, because on some file systems (NFS)
/// processes of several nodes must not write parts of one page. MPI-IO knows these file systems.
Transfers transfers(const Call& call) {
  const std::string& word = call.string("transfers");
  // Steering can turn compression on with other transfers. HDF5 compresses in collective transfers only.
  if (word == "collective" || call.string("compression") != "none") return Transfers::collective;
  if (word == "direct") return Transfers::direct;
  if (word == "independent") return Transfers::independent;
  std::optional<bool>& one_node = call.state<Remembered>().one_node;
  if (!one_node) one_node = is_one_node(call.services());
  return *one_node ? Transfers::direct : Transfers::collective;
}

/// Adds an error for background output without direct transfers. Other transfers use MPI, which the run uses at the
/// same time.
void check_background(const Call& call, ErrorList& errors) {
  if (!call.boolean("background") || transfers(call) == Transfers::direct) return;
  const bool compressed = call.string("compression") != "none";
  errors.add(
      where(call, "background"),
      "hdf5.background is true and needs direct transfers, but " +
          (compressed ? "hdf5.compression is " + call.string("compression") + ": set it to none"
           : call.string("transfers") == "automatic"
               ? "hdf5.transfers is automatic, which means collective on several nodes: set it to direct if the nodes "
                 "may write parts of one page of a file (Lustre, GPFS, BeeGFS; not NFS)"
               : "hdf5.transfers is " + call.string("transfers") + ": change one of them"));
}

/// Steering can set values that check_background() refuses. This function warns each time that the values become wrong.
void tell_of_foreground(const Call& call, bool waited_for) {
  bool& told = call.state<Remembered>().told_of_foreground;
  if (waited_for && !told)
    call.services().warn("hdf5: the run waits for output, although hdf5.background is true: output in the "
                         "background needs direct transfers without compression");
  told = waited_for;
}

} // namespace

Options options(const Call& call) {
  Options options;
  options.names = {call.services().output_folder(), call.string("file")};
  options.encoding = call.string("iteration_encoding") == "groupBased" ? Encoding::group_based : Encoding::file_based;
  options.selection = selection_of(call.domain(), selection_spec(call));
  options.single = call.string("precision") == "float";
  options.deflate = call.string("compression") == "deflate" ? static_cast<int>(call.integer("level")) : 0;
  options.transfers = transfers(call);
  options.alignment = call.integer("alignment");
  for (const std::string& text : call.strings("hints")) options.hints.push_back(hint(text));
  options.durability = call.boolean("sync") ? Durability::disk : Durability::system;
  if (call.boolean("background")) {
    const bool direct = options.transfers == Transfers::direct;
    tell_of_foreground(call, !direct);
    if (direct) options.background = call.integer("background_memory") << 20;
  }
  return options;
}

void check_options(const Call& call, ErrorList& errors) {
  check_file(call, errors);
  check_selection(call, errors);
  check_transfers(call, errors);
  check_background(call, errors);
}

} // namespace nopal::hdf5
