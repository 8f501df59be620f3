#include <nopal/thorn.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace {

// Returns u at an iteration. Each iteration computes 8 (u + 1) from the last u, but iteration 3 copies the past.
double expected(long iteration) {
  double u = 1;
  for (long i = 1; i <= iteration; ++i)
    if (i != 3) u = 8 * (u + 1);
  return u;
}

void launch_over_owned(nopal::Call& call, const char* kernel) {
  for (const nopal::Part& part : call.parts()) part.launch(kernel, part.boxes(nopal::Region::owned));
}

/// Returns the names of the checkpoints in a folder, each with its number of files.
std::string checkpoints(const std::string& folder) {
  std::map<std::string, long> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (const std::string name = entry.path().filename().string(); name.find("checkpoint_") != std::string::npos)
      found[name] = std::distance(std::filesystem::directory_iterator(entry.path()), {});
  std::string text;
  for (const auto& [name, files] : found) text += name + ' ' + std::to_string(files) + ' ';
  return text;
}

} // namespace

NOPAL_FUNCTION(ask) {
  nopal::Services& services = call.services();
  const auto complete = [&services] {
    if (services.rank() == 0)
      std::ofstream(services.output_folder() + "/before_checkpoints.txt", std::ios::app)
          << checkpoints(services.output_folder()) << '\n';
  };
  services.before_checkpoints(complete, [seconds = call.real("completion")] { return seconds; });
}

NOPAL_FUNCTION(begin) { call.write<std::int64_t>("count").value() = 0; }

NOPAL_FUNCTION(tick) { call.readwrite<std::int64_t>("count").value() += 1; }

NOPAL_FUNCTION(advance) { launch_over_owned(call, "add"); }

NOPAL_FUNCTION(exchange) {
  nopal::DataHooks& data = call.services().data();
  if (call.iteration() == 3) {
    data.copy_from_past({"taker::fields"});
  } else {
    data.sync({"taker::fields"});
  }
  data.require_valid_data({"taker::u@0(everywhere)"}, false);
  data.require_valid_data({"taker::u"}, true);
}

NOPAL_FUNCTION(check) {
  for (const nopal::Part& part : call.parts()) {
    const auto u = part.read<double>("u");
    const nopal::Box& box = part.stored();
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i)
          if (u(i, j, k) != expected(call.iteration()))
            throw nopal::Error("u is " + std::to_string(u(i, j, k)) + " at " + std::to_string(i) + ", " +
                               std::to_string(j) + ", expected " + std::to_string(expected(call.iteration())));
  }
  if (call.provided<double(double)>("twice", "double(double)")(21.0) != 42.0)
    throw nopal::Error("twice does not double");
}

NOPAL_FUNCTION(blunder) {
  const std::string& mistake = call.string("mistake");
  if (mistake == "launch") call.launch("ad");
  if (mistake == "launcher") launch_over_owned(call, "add");
  if (mistake == "field") launch_over_owned(call, "grow");
  if (mistake == "box") {
    const nopal::LaunchBox beyond{{{0, 0, 0}, {100, 1, 1}}, {0, 0, 0}, {0, 0, 0}};
    call.only_part().launch("grow", {&beyond, 1});
  }
  if (mistake == "signature") call.provided<float(float)>("twice", "float(float)");
  if (mistake == "unknown") call.provided<double(double)>("thrice", "double(double)");
  if (mistake == "name") call.services().data().sync({"taker::uu"});
}
