#include "contents.hpp"

#include "checksum.hpp"

#include <nlohmann/json.hpp>

namespace nopal::checkpoint {

namespace {

using Json = nlohmann::json;

constexpr int format_version = 2;

Json to_value(const Box& box) { return {{"lower", box.lower}, {"upper", box.upper}}; }

Box box_of(const Json& value) { return {value.at("lower").get<Index>(), value.at("upper").get<Index>()}; }

Json to_value(Region valid) {
  Json words = Json::array();
  for (const Region base : base_regions)
    if (any(valid & base)) words.push_back(to_string(base));
  return words;
}

Region region_of(const Json& value) {
  Region valid = Region::none;
  for (const Json& word : value) valid |= region_from_word(word.get<std::string>());
  return valid;
}

} // namespace

SavedGroup saved_group(const Group& group) {
  return {group.full_name(), to_string(group.kind), to_string(group.type), group.timelevels, group.shape};
}

std::string to_json(const Contents& contents) {
  Json groups = Json::array(), slots = Json::array(), files = Json::array();
  for (const SavedGroup& group : contents.groups)
    groups.push_back({{"name", group.name},
                      {"kind", group.kind},
                      {"type", group.type},
                      {"timelevels", group.timelevels},
                      {"shape", group.shape}});
  for (const SavedSlot& slot : contents.slots)
    slots.push_back({{"variable", slot.variable}, {"timelevel", slot.timelevel}, {"valid", to_value(slot.valid)}});
  for (const RankFile& file : contents.files)
    files.push_back({{"name", file.name},
                     {"bytes", file.bytes},
                     {"xxh3", checksum_text(file.checksum)},
                     {"owned", to_value(file.owned)}});
  const Json checkpoint = {{"version", format_version},
                           {"software", contents.software},
                           {"iteration", contents.iteration},
                           {"output_done", contents.output_done},
                           {"points", to_value(contents.points)},
                           {"parameters", contents.parameters},
                           {"groups", groups},
                           {"slots", slots},
                           {"files", files}};
  const Json document = {{"checkpoint", checkpoint}, {"xxh3", checksum_text(checksum(checkpoint.dump()))}};
  return document.dump(1) + '\n';
}

Contents from_json(const std::string& text) {
  try {
    const Json document = Json::parse(text);
    const Json& checkpoint = document.at("checkpoint");
    if (document.at("xxh3").get<std::string>() != checksum_text(checksum(checkpoint.dump())))
      throw Error("its checksum is wrong: it is damaged");
    if (const int version = checkpoint.at("version").get<int>(); version != format_version)
      throw Error("it has version " + std::to_string(version) + " of the format, but this nopal reads only version " +
                  std::to_string(format_version));
    Contents contents;
    contents.software = checkpoint.at("software").get<std::string>();
    contents.iteration = checkpoint.at("iteration").get<std::int64_t>();
    contents.output_done = checkpoint.at("output_done").get<bool>();
    contents.points = box_of(checkpoint.at("points"));
    contents.parameters = checkpoint.at("parameters").get<std::map<std::string, std::string>>();
    for (const Json& group : checkpoint.at("groups"))
      contents.groups.push_back({group.at("name").get<std::string>(), group.at("kind").get<std::string>(),
                                 group.at("type").get<std::string>(), group.at("timelevels").get<int>(),
                                 group.at("shape").get<Index>()});
    for (const Json& slot : checkpoint.at("slots"))
      contents.slots.push_back(
          {slot.at("variable").get<std::string>(), slot.at("timelevel").get<int>(), region_of(slot.at("valid"))});
    for (const Json& file : checkpoint.at("files"))
      contents.files.push_back({file.at("name").get<std::string>(), file.at("bytes").get<std::int64_t>(),
                                checksum_of(file.at("xxh3").get<std::string>()), box_of(file.at("owned"))});
    return contents;
  } catch (const Json::exception& error) {
    throw Error(std::string("it does not have the form that nopal writes: ") + error.what());
  }
}

} // namespace nopal::checkpoint
