#include "series.hpp"

#include "numbers.hpp"
#include "picture_file.hpp"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

namespace nopal::slices {

namespace {

/// The series that this run has begun.
struct Begun {
  std::set<std::string> series;
};

/// Returns the iteration of the picture with this name. Empty: no picture of the series has this name.
std::optional<std::int64_t> iteration_of(const std::string& name, const std::string& series) {
  if (!name.starts_with(series + '_')) return std::nullopt;
  std::int64_t iteration = 0;
  const auto [end, error] = std::from_chars(name.data() + series.size() + 1, name.data() + name.size(), iteration);
  if (error != std::errc() || std::string_view(end) != ".png") return std::nullopt;
  return iteration;
}

/// See add_to_series().
void begin_series(const Call& call, const std::string& series) {
  if (!call.state<Begun>().series.insert(series).second) return;
  const std::string& folder = call.services().output_folder();
  const std::optional<Recovery>& recovered = call.services().recovered();
  std::vector<std::filesystem::path> later;
  std::error_code ignored; // the folder exists; if it cannot be listed, writing reports it
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (const auto iteration = iteration_of(entry.path().filename().string(), series))
      if (!recovered || *iteration > recovered->output_until()) later.push_back(entry.path());
  if (later.empty()) return;
  if (recovered)
    for (const auto& path : later) std::filesystem::remove(path);
  else
    call.services().warn("slices: '" + folder + "' holds " + std::to_string(later.size()) + " pictures " + series +
                         "_*.png of an earlier run; this run replaces only those of its own iterations");
}

} // namespace

std::string picture_name(const std::string& series, long iteration) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08ld", iteration);
  return series + '_' + digits + ".png";
}

std::string subtitle(const Call& call, Slot slot) {
  std::string now = "iteration " + std::to_string(call.iteration()) + ", time " + text(call.time());
  const std::optional<EarlierIteration> earlier = call.services().data().earlier_iteration(slot);
  if (!earlier) return now;
  return now + "; values of iteration " + std::to_string(earlier->iteration) + ", time " + text(earlier->time);
}

void add_to_series(Call& call, const std::string& series, const Picture& picture) {
  Services& services = call.services();
  services.together([&] {
    if (services.rank() != 0) return;
    begin_series(call, series);
    call.state<PictureFiles>().write(services.output_folder(), picture_name(series, call.iteration()), draw(picture));
  });
}

} // namespace nopal::slices
