#include "contents.hpp"

#include "checksum.hpp"

#include <nlohmann/json.hpp>

namespace nopal::checkpoint {

namespace {

using Json = nlohmann::json;

constexpr int format_version = 3;
constexpr int older_version = 2; ///< its checksum covers the values, not the text

/// The checksum of the file stands at its end. It covers all bytes of the file, with zeros in its own place.
constexpr std::string_view checksum_key = "\n \"xxh3\": \"";
constexpr std::size_t checksum_digits = 16;

/// Returns where the digits of the checksum stand; npos: the text has none.
std::size_t checksum_place(const std::string& text) {
  const std::size_t key = text.rfind(checksum_key);
  if (key == std::string::npos || key + checksum_key.size() + checksum_digits > text.size()) return std::string::npos;
  return key + checksum_key.size();
}

/// Returns the checksum that the text should hold.
std::string checksum_of_text(std::string text, std::size_t place) {
  text.replace(place, checksum_digits, checksum_digits, '0');
  return checksum_text(checksum(text));
}

bool is_sound(const std::string& text, const Json& document, int version) {
  const Json& checkpoint = document.at("checkpoint");
  if (version == older_version)
    return document.at("xxh3").get<std::string>() == checksum_text(checksum(checkpoint.dump()));
  const std::size_t place = checksum_place(text);
  return place != std::string::npos && text.compare(place, checksum_digits, checksum_of_text(text, place)) == 0;
}

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

Json to_value(const SavedSlot& slot) {
  Json value = {{"variable", slot.variable}, {"timelevel", slot.timelevel}, {"valid", to_value(slot.valid)}};
  if (slot.written)
    value["written"] = {
        {"routine", slot.written->routine}, {"iteration", slot.written->iteration}, {"time", slot.written->time}};
  return value;
}

SavedSlot slot_of(const Json& value) {
  SavedSlot slot{value.at("variable").get<std::string>(), value.at("timelevel").get<int>(),
                 region_of(value.at("valid"))};
  if (const auto written = value.find("written"); written != value.end())
    slot.written = {written->at("routine").get<std::string>(), written->at("iteration").get<std::int64_t>(),
                    written->contains("time") ? written->at("time").get<double>() : no_time};
  return slot;
}

Json to_value(const TimeState& state) {
  return {{"time", state.time}, {"before", state.before}, {"dt", state.dt}, {"bound", state.bound}};
}

TimeState time_of(const Json& value) {
  return {value.at("time").get<double>(), value.at("before").get<double>(), value.at("dt").get<double>(),
          value.at("bound").get<double>()};
}

Json to_value(const SavedGroup& group) {
  Json value = {{"name", group.name},
                {"kind", group.kind},
                {"type", group.type},
                {"timelevels", group.timelevels},
                {"shape", group.shape}};
  if (!group.set.empty()) value.update({{"set", group.set}, {"components", group.components}});
  return value;
}

SavedGroup group_of(const Json& value) {
  SavedGroup group{value.at("name").get<std::string>(), value.at("kind").get<std::string>(),
                   value.at("type").get<std::string>(), value.at("timelevels").get<int>(),
                   value.at("shape").get<Index>()};
  if (!value.contains("set")) return group;
  group.set = value.at("set").get<std::string>();
  group.components = value.at("components").get<int>();
  return group;
}

Json to_value(const SavedMesh& mesh) {
  Json sets = Json::array(), maps = Json::array();
  for (const SavedSet& set : mesh.sets) sets.push_back({{"name", set.name}, {"elements", set.elements}});
  for (const SavedMap& map : mesh.maps) maps.push_back({{"name", map.name}, {"xxh3", checksum_text(map.checksum)}});
  return {{"sets", sets}, {"maps", maps}};
}

SavedMesh mesh_of(const Json& value) {
  SavedMesh mesh;
  for (const Json& set : value.at("sets"))
    mesh.sets.push_back({set.at("name").get<std::string>(), set.at("elements").get<std::int64_t>()});
  for (const Json& map : value.at("maps"))
    mesh.maps.push_back({map.at("name").get<std::string>(), checksum_of(map.at("xxh3").get<std::string>())});
  return mesh;
}

} // namespace

SavedGroup saved_group(const Group& group) {
  return {group.full_name(), to_string(group.kind), to_string(group.type), group.timelevels, group.shape,
          group.set,         group.components};
}

std::string to_json(const Contents& contents) {
  Json groups = Json::array(), slots = Json::array(), files = Json::array();
  for (const SavedGroup& group : contents.groups) groups.push_back(to_value(group));
  for (const SavedSlot& slot : contents.slots) slots.push_back(to_value(slot));
  for (const RankFile& file : contents.files)
    files.push_back({{"name", file.name},
                     {"bytes", file.bytes},
                     {"xxh3", checksum_text(file.checksum)},
                     {"owned", to_value(file.owned)}});
  Json checkpoint = {{"version", format_version},
                     {"software", contents.software},
                     {"iteration", contents.iteration},
                     {"output_done", contents.output_done},
                     {"points", to_value(contents.points)},
                     {"parameters", contents.parameters},
                     {"groups", groups},
                     {"slots", slots},
                     {"files", files}};
  if (contents.time) checkpoint["time_step"] = to_value(*contents.time);
  if (!contents.mesh.sets.empty()) checkpoint["mesh"] = to_value(contents.mesh);
  const Json document = {{"checkpoint", checkpoint}, {"xxh3", std::string(checksum_digits, '0')}};
  std::string text = document.dump(1) + '\n';
  const std::size_t place = checksum_place(text);
  return text.replace(place, checksum_digits, checksum_of_text(text, place));
}

Contents from_json(const std::string& text) {
  try {
    const Json document = Json::parse(text);
    const Json& checkpoint = document.at("checkpoint");
    const int version = checkpoint.at("version").get<int>();
    if (!is_sound(text, document, version)) throw Error("its checksum is wrong: it is damaged");
    if (version != format_version && version != older_version)
      throw Error("it has version " + std::to_string(version) + " of the format, but this nopal reads only versions " +
                  std::to_string(older_version) + " and " + std::to_string(format_version));
    Contents contents;
    contents.software = checkpoint.at("software").get<std::string>();
    contents.iteration = checkpoint.at("iteration").get<std::int64_t>();
    contents.output_done = checkpoint.at("output_done").get<bool>();
    if (checkpoint.contains("time_step")) contents.time = time_of(checkpoint.at("time_step"));
    contents.points = box_of(checkpoint.at("points"));
    contents.parameters = checkpoint.at("parameters").get<std::map<std::string, std::string>>();
    for (const Json& group : checkpoint.at("groups")) contents.groups.push_back(group_of(group));
    if (checkpoint.contains("mesh")) contents.mesh = mesh_of(checkpoint.at("mesh"));
    for (const Json& slot : checkpoint.at("slots")) contents.slots.push_back(slot_of(slot));
    for (const Json& file : checkpoint.at("files"))
      contents.files.push_back({file.at("name").get<std::string>(), file.at("bytes").get<std::int64_t>(),
                                checksum_of(file.at("xxh3").get<std::string>()), box_of(file.at("owned"))});
    return contents;
  } catch (const Json::parse_error& error) { // its text would quote damaged bytes
    throw Error("at byte " + std::to_string(error.byte) + " it is not JSON: it is damaged");
  } catch (const Json::exception& error) {
    throw Error(std::string("it does not have the form that nopal writes: ") + error.what());
  }
}

} // namespace nopal::checkpoint
