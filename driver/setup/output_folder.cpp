#include "driver/setup/output_folder.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace nopal {

namespace {

namespace fs = std::filesystem;

// What is wrong with the folder; empty where it exists now and can be written in.
std::string trouble(const std::string& folder) {
  std::error_code code;
  if (fs::exists(folder, code) && !fs::is_directory(folder, code)) return "it exists and is not a folder";
  fs::create_directories(folder, code);
  if (code) return "it cannot be created: " + code.message();
  const fs::path trial = fs::path(folder) / (".nopal-" + std::to_string(getpid()));
  errno = 0;
  const bool written = static_cast<bool>(std::ofstream(trial) << "trial" << std::flush);
  const int reason = errno;
  fs::remove(trial, code);
  if (!written) return std::string("it cannot be written in: ") + std::strerror(reason != 0 ? reason : EIO);
  return {};
}

} // namespace

std::string output_folder_name(const Parameters& parameters, const std::string& parfile) {
  const std::string& given = parameters.string("driver::output");
  return given.empty() ? fs::path(parfile).stem().string() : given;
}

void make_output_folder(const Session& session, const std::string& folder, const Location& where) {
  std::string found = session.rank() == 0 ? trouble(folder) : std::string();
  int length = static_cast<int>(found.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, session.communicator());
  found.resize(static_cast<std::size_t>(length));
  MPI_Bcast(found.data(), length, MPI_CHAR, 0, session.communicator());
  if (!found.empty())
    throw Error(where,
                fmt::format("the output folder \"{}\" is of no use: {}; set driver.output to another", folder, found));
}

} // namespace nopal
