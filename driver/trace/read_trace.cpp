#include "driver/trace/read_trace.hpp"

#include "core/base/error.hpp"
#include "core/base/suggest.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace nopal {

namespace {

using nlohmann::json;

/// Reads a text that to_string(Region) wrote.
Region region_of(const std::string& text) {
  Region region = Region::none;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(", ", start), text.size());
    region |= region_from_word(std::string_view(text).substr(start, comma - start));
    start = comma + 2;
  }
  return region;
}

/// Takes the events one by one, so that the file need not fit into memory.
class Reader {
public:
  explicit Reader(const std::string& variable) { history_.name = variable; }

  void event(const json& event) {
    const std::string phase = event.at("ph");
    if (phase == "M") return;
    present_.insert(event.at("pid").get<int>());
    const std::string category = event.at("cat");
    const json& arguments = event.at("args");
    history_.last_iteration = std::max(history_.last_iteration, arguments.at("iteration").get<std::int64_t>());
    if (category == "copy") copy(event, arguments);
    if (category == "validity") change(arguments);
    if (category == "hook" && event.at("name") == "cycle" && event.at("pid") == 0)
      history_.cycles.push_back(moment(arguments));
  }

  /// Call this after all events, with the entry otherData.
  void finish(const json& run) {
    const std::string writer = run.at("writer");
    if (!writer.starts_with("nopal ")) throw Error(fmt::format("it was written by \"{}\"", writer));
    history_.ranks = run.at("ranks");
    constexpr int most_ranks = 1 << 24;
    if (history_.ranks < 1 || history_.ranks > most_ranks)
      throw Error(fmt::format("its number of ranks is {}", history_.ranks));
    for (int rank = 0; rank < history_.ranks; ++rank)
      if (!present_.contains(rank)) history_.missing_ranks.push_back(rank);
    history_.parfile = run.at("parfile");
    history_.device = run.at("device");
    for (const json& variable : run.at("variables")) {
      names_.push_back(variable.at("name"));
      if (names_.back() != history_.name) continue;
      history_.kind = variable.at("kind");
      history_.timelevels = variable.at("timelevels");
    }
    if (history_.kind.empty()) return;
    constexpr int most_timelevels = 0xffff;
    if (history_.timelevels < 1 || history_.timelevels > most_timelevels)
      throw Error(fmt::format("{} has {} timelevels", history_.name, history_.timelevels));
    for (const auto& change : history_.changes) refuse_timelevel(change.timelevel);
    for (const auto& copy : history_.copies) refuse_timelevel(copy.timelevel);
  }

  /// Returns the result. Throws Error if the trace does not have the variable.
  VariableHistory history(const std::string& file) {
    if (history_.kind.empty())
      throw Error(fmt::format("the trace \"{}\" has no variable \"{}\"{}; expected a full name such as \"{}\"", file,
                              history_.name, suggestion(), names_.empty() ? "wavetoy::phi" : names_.front()));
    return std::move(history_);
  }

private:
  /// Returns the timelevel of a slot "thorn::variable@1"; -1 if it belongs to another variable.
  int timelevel_of(const std::string& slot) const {
    const std::size_t at = history_.name.size();
    if (slot.size() < at + 2 || slot[at] != '@' || !slot.starts_with(history_.name)) return -1;
    return static_cast<int>(std::strtoul(slot.c_str() + at + 1, nullptr, 10) & 0xffffU);
  }

  /// Suggests a full name. A name without a thorn is compared with the variables of all thorns.
  std::string suggestion() const {
    if (history_.name.find("::") != std::string::npos) return did_you_mean(history_.name, names_);
    std::vector<std::string> short_names;
    for (const std::string& name : names_) short_names.push_back(name.substr(name.rfind(':') + 1));
    const auto found = std::find(short_names.begin(), short_names.end(), closest(history_.name, short_names));
    return found == short_names.end()
               ? ""
               : fmt::format(" (did you mean \"{}\"?)", names_[static_cast<std::size_t>(found - short_names.begin())]);
  }

  void refuse_timelevel(int timelevel) const {
    if (timelevel >= history_.timelevels)
      throw Error(fmt::format("{0} has {2} timelevels, but an event names {0}@{1}", history_.name, timelevel,
                              history_.timelevels));
  }

  static HistoryMoment moment(const json& arguments) {
    return {arguments.value("event", std::int64_t{0}), arguments.at("iteration"), arguments.value("bin", "")};
  }

  void copy(const json& event, const json& arguments) {
    const auto all = arguments.at("bytes").get<double>();
    for (const auto& [slot, bytes] : arguments.at("slots").items()) {
      HistoryCopy copy;
      copy.timelevel = timelevel_of(slot);
      if (copy.timelevel < 0) continue;
      copy.when = moment(arguments);
      copy.to_device = arguments.at("direction") == "host->device";
      copy.region = arguments.value("region", "");
      copy.cause = arguments.at("cause");
      copy.by = arguments.value("by", "");
      copy.bytes = bytes;
      copy.moments = event.value("name", "").starts_with("moments of ");
      copy.points = event.value("name", "").starts_with("points of ");
      const double share = all > 0 ? static_cast<double>(copy.bytes) / all : 1;
      copy.microseconds = event.at("dur").get<double>() * share;
      history_.copies.push_back(std::move(copy));
    }
  }

  void change(const json& arguments) {
    HistoryChange change;
    change.timelevel = timelevel_of(arguments.at("slot"));
    if (change.timelevel < 0) return;
    change.when = moment(arguments);
    change.hook = arguments.at("hook");
    change.by = arguments.value("by", "");
    change.place = arguments.at("place");
    change.before = region_of(arguments.at("before"));
    change.after = region_of(arguments.at("after"));
    history_.changes.push_back(std::move(change));
  }

  VariableHistory history_;
  std::vector<std::string> names_; ///< variables of the run
  std::set<int> present_;          ///< ranks with events
};

} // namespace

VariableHistory read_history(const std::string& file, const std::string& variable) {
  std::error_code code;
  errno = 0;
  std::ifstream in(file);
  if (!in) throw Error(fmt::format("the trace \"{}\" cannot be read: {}", file, std::strerror(errno)));
  if (!std::filesystem::is_regular_file(file, code)) throw Error(fmt::format("\"{}\" is not a file", file));
  const auto no_trace = [&](const std::string& why) {
    return Error(fmt::format("\"{}\" is not a trace of `nopal run --trace`: {}", file, why));
  };
  Reader reader(variable);
  try {
    // Events are the objects at depth 2.
    const auto take = [&](int depth, json::parse_event_t what, json& parsed) {
      if (depth != 2 || what != json::parse_event_t::object_end) return true;
      reader.event(parsed);
      return false;
    };
    const json top = json::parse(in, take);
    reader.finish(top.at("otherData"));
  } catch (const json::parse_error& error) {
    throw no_trace(fmt::format("at byte {} it is not JSON", error.byte));
  } catch (const json::exception&) {
    throw no_trace("entries of a trace are missing");
  } catch (const Error& error) {
    throw no_trace(error.what());
  }
  return reader.history(file);
}

} // namespace nopal
