#include "driver/output_folder/output_folder.hpp"

#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <utility>

namespace nopal {

namespace {

std::string from_root(const std::string& path) {
  std::error_code code;
  const std::string whole = std::filesystem::absolute(path, code).string();
  return code ? path : whole;
}

} // namespace

OutputFolder::OutputFolder(const Session& session, const Parameters& parameters, const std::string& parfile)
    : session_(session) {
  const std::string& given = parameters.string("driver::output");
  request_.name = given.empty() ? std::filesystem::path(parfile).stem().string() : given;
  request_.existing = static_cast<ExistingOutput>(parameters.choice("driver::existing_output"));
  constexpr const char* recover = "checkpoint::recover"; // exists if the thorn is active
  if (parameters.find(recover) != nullptr) request_.recover = parameters.string(recover);
  request_.where = parameters.where("driver::output");
  take([&] { return take_folder(request_); });
}

void OutputFolder::take_another() {
  take([&] { return take_fresh_folder(request_, taken_.path); });
}

void OutputFolder::take(const std::function<TakenFolder()>& how) {
  std::string earlier;
  on_first_rank(session_, [&] {
    taken_ = how();
    earlier = taken_.earlier_output ? "yes" : "";
  });
  share_from_first_rank(session_, {&taken_.path, &taken_.run, &earlier});
  taken_.earlier_output = !earlier.empty();
  taken_.run = from_root(taken_.run);
  whole_path_ = from_root(taken_.path);
  if (!taken_.note.empty()) spdlog::info("{}", taken_.note);
  if (!taken_.warning.empty()) spdlog::warn("{}", taken_.warning);
  spdlog::info("output: {}", taken_.path);
}

} // namespace nopal
