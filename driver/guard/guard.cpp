#include "driver/guard/guard.hpp"

#include "core/grid/point_set.hpp"
#include "core/grid/zones.hpp"
#include "driver/guard/code_place.hpp"
#include "driver/guard/slack.hpp"
#include "driver/services/mpi_collective.hpp"
#include "driver/session/agreement.hpp"
#include "driver/storage/pages.hpp"
#include "driver/sudden_end/child.hpp"

#include <fmt/format.h>

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace nopal {

namespace {

constexpr int all_access = PROT_READ | PROT_WRITE;

/// Returns the access to memory that the clauses of the running routine allow.
int access_of(const GuardedSlot& slot) {
  if (any(slot.writes)) return all_access;
  return any(slot.reads) ? PROT_READ : PROT_NONE;
}

/// Memory that the routine may read and write is always open, which saves system calls.
void allow_access(const GuardedSlot& slot, int access) {
  if (access_of(slot) == all_access) return;
  if (mprotect(slot.data, whole_pages(slot.bytes), access) != 0)
    throw Error(std::string("accelerator.guard cannot protect memory: ") + std::strerror(errno));
}

/// Returns what the routine must not write of a region, whose boxes these are.
std::vector<Box> closed_boxes(const GuardedSlot& slot, Region region, const std::vector<LaunchBox>& launches) {
  if (any(region & slot.writes) && slot.points == nullptr) return {};
  std::vector<Box> boxes;
  for (const LaunchBox& launch : launches) boxes.push_back(launch.box);
  return any(region & slot.writes) ? boxes_outside(*slot.points, boxes) : boxes;
}

/// Passes on what all ranks throw.
void rethrow_agreed(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const AgreedError&) {
    throw;
  } catch (...) { // NOLINT(bugprone-empty-catch): the caller judges other failures
  }
}

/// True for libraries whose threads work for whoever calls them.
bool has_pool(const std::string& module) {
  const std::string name = std::filesystem::path(module).filename().string();
  return name.starts_with("libgomp") || name.starts_with("libomp") || name.starts_with("libiomp");
}

/// True for libraries that may be left in the middle of their work, because they keep no state of the run.
bool may_be_left(const std::string& module) {
  const std::string name = std::filesystem::path(module).filename().string();
  for (const char* known : {"libc.", "libc-", "libm.", "libm-", "libmvec", "libstdc++", "libgcc_s", "libgomp",
                            "libasan", "libubsan", "ld-linux", "linux-vdso"})
    if (name.starts_with(known)) return true;
  return false;
}

} // namespace

Guard::Guard(const Parts& parts) : parts_(parts), meeting_(*parts.session, MpiCollective::tag) {
  trap_.emplace([this](const Fault& fault) { return judge(fault); }, [this](const std::string& text) { end(text); });
}

void Guard::end(const std::string& text) {
  const std::string account = place() + ": " + text;
  tell(*parts_.session, account);
  if (parts_.last_words) parts_.last_words(account);
  end_job(*parts_.session);
}

std::string Guard::place() const {
  if (!call_) return "between functions";
  return fmt::format("{} ({}, iteration {})", call_->routine.full_name(), call_->routine.bin,
                     parts_.accelerator->tracker().iteration());
}

// Services that nopal itself calls between functions need no comparison.
void Guard::about_to(const std::string& what) {
  if (call_ && std::this_thread::get_id() == caller_) meeting_.about_to(what, place());
}

const FieldWatch* Guard::watch(Slot slot, Access access) {
  if (!call_) return nullptr;
  const auto guarded = std::ranges::find(slots_, slot, &GuardedSlot::slot);
  if (guarded == slots_.end()) return nullptr;
  std::unique_ptr<WatchedView>& view = views_[{slot, access}];
  if (view == nullptr)
    view = std::make_unique<WatchedView>(call_number_, access, [this](const std::string& text) { end(text); });
  view->enter(*call_, *guarded);
  return view.get();
}

bool Guard::reduces(Slot slot) const {
  if (!call_) return false;
  const std::vector<Clause>& reads = call_->routine.reads;
  return std::any_of(reads.begin(), reads.end(),
                     [&](const Clause& clause) { return clause.slot == slot && clause.is_reduced(); });
}

void Guard::begin(const Routine& routine, Place place) {
  // Threads of the device may still read and write storage for copies.
  parts_.accelerator->finish();
  slots_.clear();
  ranges_.clear();
  const bool on_device = place != host_place;
  const Variables& variables = *parts_.variables;
  call_.emplace(GuardedCall{variables, *parts_.decomposition, parts_.session->rank(), routine, on_device});
  Storage& storage = *parts_.storage;
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel) {
      std::byte* data = storage.data({v, timelevel});
      if (data == nullptr) continue;
      const std::size_t bytes = storage.slot_bytes({v});
      slots_.push_back({{v, timelevel}, data, bytes, size_of(variables.group_of(v).type), &storage.layout(v)});
      const auto start = reinterpret_cast<std::uintptr_t>(data);
      ranges_.push_back({start - page_size(), start + whole_pages(bytes) + page_size()});
    }
  // The clauses of a function on the device allow access on the device only. Scalars are an exception: launches read
  // them on the host.
  for (const Clause& clause : routine.reads) {
    const bool is_scalar = variables.group_of(clause.slot.variable).kind == GroupKind::scalar;
    if (on_device ? is_scalar : clause.is_direct()) allow(clause, &GuardedSlot::reads);
  }
  if (on_device) return;
  for (const Clause& clause : routine.writes) allow(clause, &GuardedSlot::writes);
  for (GuardedSlot& slot : slots_)
    if (is_state(variables.group_of(slot.slot.variable))) {
      if (routine.state == Access::read) slot.reads |= Region::owned;
      if (routine.state == Access::write) slot.writes |= Region::everywhere;
    }
}

void Guard::allow(const Clause& clause, Region GuardedSlot::* access) {
  for (GuardedSlot& slot : slots_) {
    if (!(slot.slot == clause.slot)) continue;
    slot.*access |= clause.region;
    if (access == &GuardedSlot::writes) slot.points = clause.points;
  }
}

void Guard::protect() const {
  for (const GuardedSlot& slot : slots_) allow_access(slot, access_of(slot));
}

void Guard::unprotect() const {
  for (const GuardedSlot& slot : slots_) allow_access(slot, all_access);
}

void Guard::keep_rests() {
  rests_.clear();
  const int rank = parts_.session->rank();
  for (const GuardedSlot& slot : slots_) {
    const bool is_gf = parts_.variables->group_of(slot.slot.variable).kind == GroupKind::gf;
    std::vector<RegionBox> boxes;
    if (is_gf && any(slot.writes))
      for (const Region region : base_regions)
        for (const Box& box : closed_boxes(slot, region, launch_boxes(*parts_.decomposition, rank, region)))
          boxes.push_back({region, box});
    if (access_of(slot) != PROT_NONE) fill_slack(slot);
    auto& rest = rests_.emplace_back();
    if (!boxes.empty()) rest.emplace(slot.data, *slot.layout, slot.element_size, std::move(boxes));
  }
}

void Guard::check_rests() const {
  std::string text;
  for (std::size_t s = 0; s < rests_.size(); ++s) {
    if (any(slots_[s].writes))
      if (const auto address = changed_slack(slots_[s]))
        text += (text.empty() ? "" : "\n") + slack_text(*call_, slots_[s], *address);
    if (!rests_[s]) continue;
    const Changes changes = rests_[s]->changes();
    if (changes.points > 0) text += (text.empty() ? "" : "\n") + changes_text(*call_, slots_[s], changes);
  }
  if (const std::string starters = text.empty() ? "" : left_threads_.starters(); !starters.empty())
    text += "\n  or a thread did so that an earlier function has started and that still runs: " + starters;
  if (!text.empty()) throw Error(text);
}

// Files get the values of rank 0, but the kernels of each rank compute with their own.
void Guard::compare_scalars() const {
  const Variables& variables = *parts_.variables;
  std::vector<std::int64_t> words;
  Facts facts; // of the words
  for (const GuardedSlot& slot : slots_) {
    const Group& group = variables.group_of(slot.slot.variable);
    if (!any(slot.writes) || group.kind != GroupKind::scalar) continue;
    for (std::size_t at = 0; at < slot.bytes; at += sizeof(std::int64_t)) {
      std::int64_t word = 0;
      std::memcpy(&word, slot.data + at, sizeof word);
      words.push_back(word);
      facts.emplace_back(variables.text(slot.slot), group.type == Type::integer
                                                        ? fmt::format("{}", word)
                                                        : fmt::format("{}", std::bit_cast<double>(word)));
    }
  }
  if (are_same(*parts_.session, words)) return;
  const std::string text = differences(*parts_.session, facts);
  if (text.empty()) return; // different kinds of NaN
  throw Error(
      fmt::format("the scalars that it writes differ between ranks: {}; a scalar has one value, so give all ranks "
                  "the same one, for example with call.services().reductions()",
                  text));
}

void Guard::call(ThornFunction function, Call& call, const Routine& routine, Place place) {
  begin(routine, place);
  module_ = module_of(reinterpret_cast<const void*>(function));
  left_threads_.before();
  const ProcessState before(folder_);
  keep_rests();
  protect();
  std::exception_ptr failure = failure_of([&] { run(function, call); });
  refuse_child();
  unprotect();
  const std::string changed = before.restore();
  if (!failure) failure = failure_of([&] { check_after(changed); });
  left_threads_.after(this->place());
  failure = failure_of([&] { check_together(failure); });
  call_.reset();
  ++call_number_;
  rests_.clear();
  if (failure) std::rethrow_exception(failure);
  if (place == host_place) compare_scalars();
}

void Guard::check_after(const std::string& changed) const {
  check_rests();
  if (!changed.empty()) throw Error(change_text(*call_, changed));
}

// A rank that has failed comes to no other meeting, so it says so here.
void Guard::check_together(const std::exception_ptr& failure) {
  if (parts_.session->size() > 1)
    meeting_.end(failure ? place() + ": " + failure_text(failure) : std::string(), place());
  if (failure) std::rethrow_exception(failure);
}

void Guard::run(ThornFunction function, Call& call) {
  std::string fault;
  errno = 0;
  const std::exception_ptr failure = failure_of([&] { fault = trap_->watch(ranges_, [&] { function(call); }); });
  const int code = errno;
  if (!fault.empty()) throw Error(fault);
  if (failure) rethrow_agreed(failure);
  const std::string own_text = failure_text(failure);
  if (code == EFAULT || own_text.find(std::strerror(EFAULT)) != std::string::npos)
    throw Error(system_call_text(*call_, own_text));
  if (failure) std::rethrow_exception(failure);
}

void Guard::open_for(const std::function<void()>& step, const std::vector<Clause>& reads,
                     const std::vector<Clause>& writes) {
  if (!call_) return step();
  check_rests();
  unprotect();
  const std::exception_ptr failure = failure_of([&] {
    step();
    parts_.accelerator->finish();
  });
  for (const Clause& clause : reads) allow(clause, &GuardedSlot::reads);
  for (const Clause& clause : writes) allow(clause, &GuardedSlot::writes);
  keep_rests();
  protect();
  if (failure) std::rethrow_exception(failure);
}

FaultTrap::Verdict Guard::judge(const Fault& fault) const {
  std::size_t s = 0;
  while (s < ranges_.size() && !ranges_[s].contains(fault.address)) ++s;
  const std::string program = module_of(reinterpret_cast<const void*>(&page_size));
  const std::string core = module_of(reinterpret_cast<const void*>(&launch_boxes));
  // If the function passed storage to another library, the user must see the line of the function that did so.
  int shown = 0;
  // During a launch other threads work for this one; the end of the run would wait for them.
  bool may_leave = parts_.host == nullptr || !parts_.host->busy();
  bool in_pool = fault.on_caller;
  for (int f = fault.n_frames - 1; f >= 0; --f) {
    const std::string module = module_of(fault.frames[f]);
    if (module == module_) shown = f;
    in_pool = in_pool || module == program || module == core || has_pool(module);
    may_leave = may_leave && (module == module_ || module == program || module == core || may_be_left(module));
  }
  const std::string code = code_place(fault.frames[shown], shown > 0);
  if (const std::string starter = in_pool ? "" : left_threads_.starter_of(fault.thread); !starter.empty())
    return {late_thread_text(*call_, slots_[s], fault.kind, fault.address, {starter, code}), false};
  return {access_text(*call_, slots_[s], fault.kind, fault.address, code), may_leave};
}

} // namespace nopal
