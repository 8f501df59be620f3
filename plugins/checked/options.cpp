#include "options.hpp"

#include <nopal/device.hpp>

#include <algorithm>
#include <charconv>

namespace nopal::checked {

namespace {

const std::vector<std::string> functions = {"create_variables",
                                            "destroy_variables",
                                            "cycle_timelevels",
                                            "copy_boxes",
                                            "copy_to_device",
                                            "copy_to_host",
                                            "pack_to_host",
                                            "unpack_from_host",
                                            "reduce",
                                            "load_kernel",
                                            "launch",
                                            "wait",
                                            "finish",
                                            "pointer",
                                            "fill",
                                            "move_windows",
                                            "send_to_host"};

void parse_fault(const std::string& word, Options& options) {
  const std::string prefix = "fault:";
  const std::size_t equals = word.find('=');
  const std::string function = word.substr(prefix.size(), equals - prefix.size());
  long call = 0;
  if (equals != std::string::npos) {
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data() + equals + 1, end, call);
    if (error != std::errc() || rest != end) call = 0;
  }
  if (call < 1)
    throw Error("device checked: \"" + word + "\": expected fault:<function>=<n>; the n-th call fails (n = 1, 2, …)");
  if (std::find(functions.begin(), functions.end(), function) == functions.end()) {
    std::string known;
    for (const std::string& name : functions) known += (known.empty() ? "" : ", ") + name;
    throw Error("device checked: \"" + word + "\": the device has no function \"" + function + "\"; it has " + known);
  }
  options.faults[function] = call;
}

} // namespace

Options Options::parse(const std::vector<std::string>& words) {
  Options options;
  for (const std::string& word : words) {
    if (word == "moves")
      options.moves = true;
    else if (word == "async")
      options.async = true;
    else if (word.rfind("fault:", 0) == 0)
      parse_fault(word, options);
    else
      throw Error("device checked: unknown option \"" + word +
                  "\" in accelerator.device_options; known options are moves, async and fault:<function>=<n>");
  }
  return options;
}

} // namespace nopal::checked
