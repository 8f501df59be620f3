#include "driver/services/output_findings.hpp"

#include "driver/session/gather.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <bit>

namespace nopal {

namespace {

using Json = nlohmann::json;

std::string when(const NotFiniteOutput& found) {
  return fmt::format("iteration {}, time {}", found.iteration, found.time);
}

} // namespace

void OutputFindings::merge(News& news, int variable, const Pending& found) {
  const auto [known, is_new] = news.emplace(variable, found);
  if (is_new) return;
  Pending& first = known->second;
  if (found.iteration > first.iteration) return;
  if (found.iteration < first.iteration) {
    first = found;
    return;
  }
  first.outputs.insert(found.outputs.begin(), found.outputs.end());
  if (found.place >= first.place) return;
  first.place = found.place;
  first.what = found.what;
}

void OutputFindings::add(const NotFinite& found) {
  if (known_.contains(found.variable)) return;
  merge(pending_, found.variable, {found.iteration, found.time, found.place, found.what, {found.output}});
}

// A time as its bits, because JSON has no infinity.
std::string OutputFindings::text_of(const News& news) {
  Json all = Json::array();
  for (const auto& [variable, found] : news)
    all.push_back(
        {variable, found.iteration, std::bit_cast<std::uint64_t>(found.time), found.place, found.what, found.outputs});
  return all.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void OutputFindings::merge_text(News& news, const std::string& text) {
  for (const Json& each : Json::parse(text))
    merge(news, each[0].get<int>(),
          {each[1].get<std::int64_t>(), std::bit_cast<double>(each[2].get<std::uint64_t>()),
           each[3].get<std::int64_t>(), each[4].get<std::string>(), each[5].get<std::set<std::string>>()});
}

std::vector<NotFiniteOutput> OutputFindings::join() {
  News news;
  for (const std::string& text : gather_texts(session_, text_of(pending_))) merge_text(news, text);
  pending_.clear();
  std::vector<NotFiniteOutput> found, unsaid;
  for (const auto& [variable, first] : news) {
    known_.insert(variable);
    found.push_back({variables_.full_name(variable),
                     {first.outputs.begin(), first.outputs.end()},
                     first.iteration,
                     first.time,
                     first.what});
    if (!reported_.contains(variable)) unsaid.push_back(found.back());
  }
  if (!unsaid.empty()) spdlog::warn("{}", not_finite_warning(unsaid, all_.empty() ? advice() : ""));
  all_.insert(all_.end(), found.begin(), found.end());
  return found;
}

std::vector<NotFiniteOutput> OutputFindings::join_rest() {
  int any = has_news() ? 1 : 0;
  if (session_.size() > 1) MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, session_.communicator());
  return any != 0 ? join() : std::vector<NotFiniteOutput>{};
}

std::string OutputFindings::advice() const {
  std::string text = "the usual cause is a time step that is too long";
  const auto name = [&](const char* parameter) {
    text += fmt::format(": set driver.{}, which is {}, to less", parameter,
                        parameters_.real(std::string("driver::") + parameter));
  };
  const double dt = parameters_.real("driver::dt");
  // By default the time of a run without a grid is the number of the iteration, and no parameter of the driver helps.
  if (uses_grid_ || dt != 1) name(dt > 0 && parameters_.string("driver::time_step") == "fixed" ? "dt" : "courant");
  return text +
         (parameters_.has_thorn("nan_checker") ? "; nan_checker, with every: 1 and the variable in its list,"
                                               : "; the thorn nan_checker") +
         " finds the first iteration and the points";
}

std::string not_finite_warning(const std::vector<NotFiniteOutput>& found, const std::string& advice) {
  std::string text = "output holds values that are not finite:";
  for (const NotFiniteOutput& each : found)
    text += fmt::format("\n  {} at {}, in the output of {}: {}", each.variable, when(each),
                        fmt::join(each.outputs, " and "), each.what);
  return advice.empty() ? text : text + "\n  " + advice;
}

std::string not_finite_line(const std::vector<NotFiniteOutput>& found) {
  std::string names;
  for (const NotFiniteOutput& each : found)
    names += fmt::format("{}{} since iteration {}", names.empty() ? "" : ", ", each.variable, each.iteration);
  return "the output holds values that are not finite: " + names;
}

} // namespace nopal
