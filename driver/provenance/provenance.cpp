#include "driver/provenance/provenance.hpp"

#include "core/plugins/plugin.hpp"
#include "driver/provenance/build.hpp"
#include "driver/provenance/machine.hpp"
#include "driver/provenance/parameters_text.hpp"
#include "driver/provenance/run_record.hpp"
#include "driver/records/last_words.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace nopal {

namespace {

namespace fs = std::filesystem;
using Json = RunRecord::Json;

std::string link_target(const char* link) {
  std::error_code code;
  return fs::read_symlink(link, code).string();
}

std::string absolute(const std::string& path) {
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  return code ? path : whole.string();
}

Json program(const std::string& revision) {
  const Build made = build();
  return {{"version", NOPAL_VERSION},
          {"git_revision", revision},
          {"plugin_abi", abi_version},
          {"compiler", made.compiler},
          {"build_type", made.type},
          {"compiler_flags", made.flags},
          {"path", link_target("/proc/self/exe")}};
}

Json libraries() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> mpi{};
  int length = 0, version = 0, subversion = 0;
  MPI_Get_library_version(mpi.data(), &length);
  MPI_Get_version(&version, &subversion);
  return {
      {"mpi", mpi.data()}, {"mpi_standard", fmt::format("{}.{}", version, subversion)}, {"loaded", loaded_libraries()}};
}

Json thorns(const Description& description, const SearchPath& path) {
  Json all = Json::array();
  for (const ThornDeclaration& thorn : description.thorns) {
    const std::string library = path.thorn_library(thorn.name);
    all.push_back({{"name", thorn.name},
                   {"declaration", absolute(thorn.path)},
                   {"library", library.empty() ? Json() : Json(absolute(library))}});
  }
  return all;
}

Json grid(const Decomposition& decomposition) {
  const Domain& domain = decomposition.domain();
  Json points = Json::array(), processes = Json::array();
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    points.push_back(domain.points().extent(axis));
    processes.push_back(decomposition.process_grid()[axis]);
  }
  return {{"points", points}, {"processes", processes}};
}

/// Collective. Returns the host, the threads of the host backend, and the device of each rank.
Json rank_places(const Context& context) {
  const DeviceChoice& device = context.device;
  Json mine = {{"host", Session::host()}, {"threads", context.threads.host}, {"device", nullptr}};
  if (device.plugin != nullptr)
    mine["device"] = {{"number", device.index}, {"name", device.description.name}, {"api", device.description.api}};
  Json all = Json::array();
  for (const std::string& text :
       gather_texts(context.session, mine.dump(-1, ' ', true, Json::error_handler_t::replace)))
    all.push_back(Json::parse(text));
  return all;
}

Json hosts(const Json& ranks) {
  Json all = Json::array();
  for (const Json& rank : ranks) {
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const Json& host) { return host["name"] == rank["host"]; });
    if (known != all.end())
      (*known)["ranks"] = (*known)["ranks"].get<int>() + 1;
    else
      all.push_back({{"name", rank["host"]}, {"ranks", 1}});
  }
  return all;
}

Json backends(const HostBackend& host, const DeviceChoice& device) {
  return {{"host", {{"name", host.traits().name}, {"library", host.traits().library}}},
          {"device", device.plugin == nullptr ? Json() : Json(device.plugin_name)}};
}

Json output(const OutputFolder& folder) {
  return {{"requested", folder.requested()}, {"folder", folder.path()}, {"path", absolute(folder.path())}};
}

} // namespace

Provenance::Provenance(const OutputFolder& folder, const RunDescription& run, const Context& context)
    : session_(context.session), folder_(folder.run()), output_(folder.whole_path()) {
  const Json ranks = rank_places(context);
  on_first_rank(session_, [&] {
    const CommandLine& line = run.line;
    const Description& description = run.description;
    const Json facts = {{"description", run.parfile.description()},
                        {"parfile", line.parfile},
                        {"command_line", line.arguments},
                        {"working_directory", link_target("/proc/self/cwd")},
                        {"output", output(folder)},
                        {"nopal", program(line.revision)},
                        {"libraries", libraries()},
                        {"thorns", thorns(description, run.path)},
                        {"grid", grid(*run.decomposition)},
                        {"backends", backends(*context.host, context.device)},
                        {"hosts", hosts(ranks)},
                        {"ranks", ranks},
                        {"environment", relevant_environment()}};
    std::map<std::string, std::string> files;
    files["parfile.yaml"] = run.parfile.text();
    files["parameters.yaml"] = parameters_text(description.parameters, run.parfile.description(), run.parfile.thorns());
    for (const ThornDeclaration& thorn : description.thorns) files["thorns/" + thorn.name + ".yaml"] = thorn.text;
    record_ = std::make_unique<RunRecord>(folder_, facts, std::move(files));
  });
}

Provenance::~Provenance() = default;

void Provenance::move(const OutputFolder& folder) {
  folder_ = folder.run();
  on_first_rank(session_, [&] {
    const std::lock_guard lock(mutex_);
    output_ = folder.whole_path();
    record_->move(folder_, output(folder));
  });
}

void Provenance::recovered(const Recovery& recovery) {
  on_first_rank(session_, [&] {
    const std::lock_guard lock(mutex_);
    record_->recovered(recovery.iteration, recovery.output_done);
  });
}

// The next write that succeeds writes the whole record, so nothing is lost.
template <class Step> void Provenance::try_to(Step&& step) {
  if (!record_) return;
  try {
    const std::lock_guard lock(mutex_);
    step();
  } catch (const Error& error) {
    if (!std::exchange(warned_, true)) spdlog::warn("the record of the run is not up to date: {}", error.what());
  }
}

void Provenance::iteration_done(std::int64_t iteration) {
  try_to([&] { record_->passed(iteration); });
}

void Provenance::found_not_finite(std::span<const NotFiniteOutput> variables) {
  try_to([&] { record_->not_finite(variables); });
}

void Provenance::steered(std::int64_t iteration, std::span<const ParameterChange> changes) {
  for (const ParameterChange& change : changes)
    try_to([&] { record_->change(iteration, change.parameter, change.before, change.after); });
}

void Provenance::ended(std::int64_t iteration, const std::string& reason) {
  on_first_rank(session_, [&] {
    const std::lock_guard lock(mutex_);
    record_->end(iteration, reason);
  });
}

void Provenance::may_be_killed(const std::string& text) noexcept {
  if (!record_) return;
  failure_of([&] {
    const std::lock_guard lock(mutex_);
    last_words_ = true;
    add_last_words(output_, text); // first, because the record waits for the disk
    record_->ends_soon(text);
  });
}

void Provenance::add_to_last_words(const std::string& text) noexcept {
  const std::lock_guard lock(mutex_);
  if (last_words_) add_last_words(output_, text);
}

// In the following functions the failure of the run matters more than a failure to record it.
void Provenance::failed(const std::string& text) noexcept {
  if (!record_) return;
  failure_of([&] {
    const std::lock_guard lock(mutex_);
    record_->failed(text);
  });
}

void Provenance::failed_alone(const std::string& text) const noexcept {
  failure_of([&] {
    RunRecord::note_failure(folder_, session_.size() > 1 ? fmt::format("rank {}: {}", session_.rank(), text) : text);
  });
}

} // namespace nopal
