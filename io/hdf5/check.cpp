// Checks of the parfile before the run begins.

#include "options.hpp"
#include "pack.hpp"
#include "records.hpp"

#include <map>
#include <set>
#include <string>

namespace nopal::hdf5 {

namespace {

void check_kinds(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name))
      if (variables.group_of(v).kind == GroupKind::dat)
        errors.add(call.services().parameters().where("hdf5::variables"), not_for_dats(variables, v));
}

void check_names(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  std::map<std::string, int> named;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name)) {
      const auto [other, is_new] = named.emplace(record_name(variables, v), v);
      if (!is_new && other->second != v)
        errors.add(call.services().parameters().where("hdf5::variables"),
                   "hdf5.variables lists '" + variables.full_name(other->second) + "' and '" + variables.full_name(v) +
                       "', which would both be called '" + other->first + "' in the file: write only one of them");
    }
}

/// Returns how many bytes the copies for output in the background take. Copies::take copies whole datasets, up to the
/// first one that goes beyond the limit.
std::int64_t copied_bytes(const Call& call, const Options& options) {
  Services& services = call.services();
  const long points = part_in(options.selection, services.decomposition().owned(services.rank())).points();
  std::set<int> fields;
  for (const std::string& name : call.strings("variables"))
    for (const int v : services.variables().resolve(name))
      if (services.variables().group_of(v).kind == GroupKind::gf) fields.insert(v);
  std::int64_t bytes = 0;
  for (const int v : fields) {
    const Group& group = services.variables().group_of(v);
    const int parts = group.type == Type::complex ? 2 : 1;
    const auto dataset = points * static_cast<std::int64_t>(value_size(is_single(options, group)));
    for (int part = 0; part < parts; ++part) {
      if (bytes + dataset > options.background) return bytes;
      bytes += dataset;
    }
  }
  return bytes;
}

/// Tells how much memory the copies for output in the background take.
void tell_memory(const Call& call) {
  const Options options = nopal::hdf5::options(call);
  if (options.background == 0) return;
  call.services().needs_memory("hdf5, copies for output in the background",
                               static_cast<std::size_t>(copied_bytes(call, options)));
}

} // namespace

} // namespace nopal::hdf5

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::hdf5::check_options(call, errors);
  nopal::hdf5::check_kinds(call, errors);
  nopal::hdf5::check_names(call, errors);
  errors.raise_if_any();
  nopal::hdf5::tell_memory(call);
}
