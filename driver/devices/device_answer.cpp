#include "driver/devices/device_answer.hpp"

#include <nlohmann/json.hpp>

namespace nopal {

using AnswerJson = nlohmann::json;

std::string answer_text(const DeviceAnswer& answer) {
  AnswerJson devices = AnswerJson::array();
  for (const DeviceDescription& device : answer.devices)
    devices.push_back({{"name", device.name},
                       {"api", device.api},
                       {"native", device.native},
                       {"is_gpu", device.is_gpu},
                       {"memory_total", device.memory_total},
                       {"memory_free", device.memory_free},
                       {"allocation_limit", device.allocation_limit},
                       {"max_threads", device.limits.max_threads},
                       {"max_along", device.limits.max_along},
                       {"max_shared_bytes", device.limits.max_shared_bytes},
                       {"adds_reals", device.adds_reals},
                       {"compute_units", device.compute_units}});
  const AnswerJson all = {{"devices", std::move(devices)},
                          {"priorities", answer.priorities},
                          {"trouble", answer.trouble},
                          {"opens", answer.opens}};
  // Names come from drivers and may hold any bytes.
  return all.dump(-1, ' ', false, AnswerJson::error_handler_t::replace) + '\n';
}

DeviceAnswer read_answer(const std::string& text) {
  const AnswerJson all = AnswerJson::parse(text);
  DeviceAnswer answer;
  for (const AnswerJson& device : all.at("devices")) {
    DeviceDescription& found = answer.devices.emplace_back();
    device.at("name").get_to(found.name);
    device.at("api").get_to(found.api);
    device.at("native").get_to(found.native);
    device.at("is_gpu").get_to(found.is_gpu);
    device.at("memory_total").get_to(found.memory_total);
    device.at("memory_free").get_to(found.memory_free);
    device.at("allocation_limit").get_to(found.allocation_limit);
    device.at("max_threads").get_to(found.limits.max_threads);
    device.at("max_along").get_to(found.limits.max_along);
    device.at("max_shared_bytes").get_to(found.limits.max_shared_bytes);
    device.at("adds_reals").get_to(found.adds_reals);
    device.at("compute_units").get_to(found.compute_units);
  }
  all.at("priorities").get_to(answer.priorities);
  all.at("trouble").get_to(answer.trouble);
  all.at("opens").get_to(answer.opens);
  return answer;
}

} // namespace nopal
