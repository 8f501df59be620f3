// An NVRTC that compiles CUDA C++ for the host with g++, for tests of the cuda plugin on machines without a GPU.
// Its "machine code" is the length of a shared library and the library. The emulated driver (driver.cpp) opens it.

#include "tests/support/temporary_folder.hpp"

#include <nvrtc.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>

struct _nvrtcProgram {
  std::string source;
  std::string log;
  std::string code;
};

namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Makes each entry callable. What stands between #ifdef NOPAL_ROWS and #else is for OpenCL alone
/// (core/kernels/device_launch.hpp).
std::string entry_points(std::string source) {
  for (std::size_t begin = 0; (begin = source.find("#ifdef NOPAL_ROWS")) != std::string::npos;)
    source.erase(begin, source.find("#else", begin) - begin);
  const std::regex entry(R"((?:__global__|NOPAL_KERNEL)\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\()");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(source.begin(), source.end(), entry); match != std::sregex_iterator();
       ++match) {
    names.insert((*match)[1]);
  }
  std::string text;
  for (const std::string& name : names) text += "NOPAL_EMULATE(" + name + ")\n";
  return text;
}

/// Returns the library and also stores it at `kept`. Empty: the text does not compile.
std::string compile(const std::string& text, const std::string& flags, const std::filesystem::path& kept,
                    std::string& log) {
  const nopal::test::TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  std::ofstream(folder + "/kernel.cpp") << text;
  const std::string command = "g++ -std=c++20 -pthread -O1 -w -shared -fPIC " + flags + " -o " + folder +
                              "/kernel.so " + folder + "/kernel.cpp > " + folder + "/log 2>&1";
  const bool compiled = std::system(command.c_str()) == 0;
  log = read_file(folder + "/log");
  const std::string library = compiled ? read_file(folder + "/kernel.so") : "";
  if (compiled) {
    const std::filesystem::path unfinished = kept.string() + "." + std::to_string(getpid());
    std::filesystem::create_directories(kept.parent_path());
    std::filesystem::copy_file(folder + "/kernel.so", unfinished, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::rename(unfinished, kept);
  }
  return library;
}

} // namespace

nvrtcResult nvrtcVersion(int* major, int* minor) {
  *major = 12;
  *minor = 0;
  return NVRTC_SUCCESS;
}
const char* nvrtcGetErrorString(nvrtcResult result) {
  return result == NVRTC_SUCCESS ? "NVRTC_SUCCESS" : "NVRTC_ERROR_COMPILATION";
}
nvrtcResult nvrtcGetNumSupportedArchs(int* n) {
  *n = 2;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  architectures[0] = 80;
  architectures[1] = 90;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char*, int, const char* const*,
                               const char* const*) {
  *program = new _nvrtcProgram{source, {}, {}};
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n, const char* const* options) {
  bool contract = false;
  for (int o = 0; o < n; ++o) contract = contract || std::strcmp(options[o], "--fmad=true") == 0;
  const std::string text = "#include \"" NOPAL_SHIM "\"\n" + program->source + "\n" + entry_points(program->source);
  std::string flags = contract ? "-ffp-contract=fast" : "-ffp-contract=off";
  // In a block kernel, and where a block computes a tile of a stencil, the threads of a block run as threads of the
  // host.
  if (std::regex_search(program->source, std::regex(R"(__global__\s+void\s+\w+_(blocks|groups)\()")))
    flags += " -DNOPAL_EMULATED_BLOCKS";
  // Tests open many devices with the same kernels, and g++ takes a second for each kernel, so libraries are kept.
  const std::filesystem::path kept =
      std::filesystem::path(NOPAL_KEPT) /
      (std::to_string(std::hash<std::string>{}(flags + read_file(NOPAL_SHIM) + text)) + ".so");
  std::string library = read_file(kept);
  if (library.empty()) library = compile(text, flags, kept, program->log);
  if (library.empty()) return NVRTC_ERROR_COMPILATION;
  const std::uint64_t bytes = library.size();
  program->code.assign(reinterpret_cast<const char*>(&bytes), sizeof bytes);
  program->code += library;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
  *bytes = program->log.size() + 1;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes) {
  *bytes = program->code.size();
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* code) {
  std::memcpy(code, program->code.data(), program->code.size());
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t*) { return NVRTC_ERROR_INVALID_INPUT; }
nvrtcResult nvrtcGetPTX(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_INPUT; }
