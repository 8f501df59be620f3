#include "driver/output_folder/output_folder.hpp"

#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <utility>

namespace nopal {

namespace {

constexpr const char* recover = "checkpoint::recover"; // exists if the thorn is active

std::string requested_folder(const Parameters& parameters, const std::string& parfile) {
  const std::string& given = parameters.string("driver::output");
  return given.empty() ? std::filesystem::path(parfile).stem().string() : given;
}

} // namespace

OutputFolder::OutputFolder(const Session& session, const Parameters& parameters, const std::string& parfile)
    : session_(session) {
  request_.name = requested_folder(parameters, parfile);
  request_.existing = static_cast<ExistingOutput>(parameters.choice("driver::existing_output"));
  if (parameters.find(recover) != nullptr) request_.recover = parameters.string(recover);
  request_.where = parameters.where("driver::output");
  take([&] { return take_folder(request_); });
}

void OutputFolder::take_another() {
  take([&] { return take_fresh_folder(request_, path_); });
}

void OutputFolder::take(const std::function<TakenFolder()>& how) {
  std::string earlier;
  on_first_rank(session_, [&] {
    taken_ = how();
    path_ = taken_.path;
    run_ = taken_.run;
    earlier = taken_.earlier_output ? "yes" : "";
  });
  share_from_first_rank(session_, {&path_, &run_, &earlier});
  earlier_output_ = !earlier.empty();
  if (!taken_.note.empty()) spdlog::info("{}", taken_.note);
  if (!taken_.warning.empty()) spdlog::warn("{}", taken_.warning);
  spdlog::info("output: {}", path_);
}

} // namespace nopal
