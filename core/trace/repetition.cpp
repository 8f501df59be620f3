#include "core/trace/repetition.hpp"

#include <fmt/format.h>

#include <map>

namespace nopal {

namespace {

/// Consecutive iterations that have the same lines as the iteration `model`.
struct Stretch {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::size_t model = 0; ///< position in the list of iterations
  bool is_new = false;   ///< `model` is the first iteration of this stretch
};

std::vector<Stretch> stretches(const std::vector<IterationLines>& iterations) {
  std::map<std::vector<std::string>, std::size_t> known;
  std::vector<Stretch> result;
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    const auto [model, is_new] = known.try_emplace(iterations[i].lines, i);
    const std::int64_t iteration = iterations[i].iteration;
    const bool goes_on = !is_new && !result.empty() && !result.back().is_new && result.back().model == model->second &&
                         result.back().last + 1 == iteration;
    if (goes_on)
      result.back().last = iteration;
    else
      result.push_back({iteration, iteration, model->second, is_new});
  }
  return result;
}

std::string range(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("iteration {}", first) : fmt::format("iterations {} to {}", first, last);
}

} // namespace

std::vector<std::string> without_repetition(const std::vector<IterationLines>& iterations) {
  constexpr std::size_t few = 4;
  const std::vector<Stretch> all = stretches(iterations);
  std::size_t rest = all.size(); // from this stretch on nothing is new
  while (rest > 0 && !all[rest - 1].is_new) --rest;
  if (all.size() - rest <= few) rest = all.size();

  std::vector<std::string> lines;
  for (std::size_t s = 0; s < rest; ++s) {
    const Stretch& stretch = all[s];
    if (!stretch.is_new) {
      lines.push_back(
          fmt::format("{}: as iteration {}", range(stretch.first, stretch.last), iterations[stretch.model].iteration));
      continue;
    }
    lines.push_back(range(stretch.first, stretch.last));
    for (const std::string& line : iterations[stretch.model].lines) lines.push_back("  " + line);
  }
  if (rest == all.size()) return lines;

  std::map<std::size_t, std::int64_t> times;
  for (std::size_t s = rest; s < all.size(); ++s) times[all[s].model] += all[s].last - all[s].first + 1;
  std::string text;
  for (const auto& [model, n] : times)
    text += fmt::format("{}{} as iteration {}", text.empty() ? "" : ", ", n, iterations[model].iteration);
  lines.push_back(fmt::format("iterations {} to {}: {}", all[rest].first, all.back().last, text));
  return lines;
}

} // namespace nopal
