#include "driver/setup/context.hpp"

#include "driver/session/failure.hpp"
#include "driver/setup/block_limits.hpp"
#include "driver/setup/loop_ways.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

namespace {

void report_machine(const Context& context) {
  spdlog::info("{}", threads_summary(context.threads));
  if (!context.threads.warning.empty()) spdlog::warn("{}", context.threads.warning);
  spdlog::info("{}", host_summary(*context.host));
  spdlog::info("{}", context.device.account);
  if (context.device.plugin == nullptr) return;
  for (const std::string& line : device_mapping(context.session, context.device)) spdlog::info("  {}", line);
}

} // namespace

Context::Context(const Session& job, const RunDescription& run, const Threads& chosen)
    : session(job), threads(chosen), device(choose_device(job, run.path, run.description.parameters, threads)),
      host(choose_host(job, run.path, run.description.parameters, threads)) {
  report_machine(*this);
  check_blocks(run, *this);
  const Description& description = run.description;
  run.kernels->bind_stencils(description, *run.libraries, *run.decomposition, session.rank(), host->members());
  together(session, [&] {
    if (device.plugin != nullptr)
      run.kernels->prepare_loops(description, run.mesh, loop_ways(description.parameters, device.description));
  });
  const auto estimate = [&](bool with_device) {
    VariableUse use = variable_use(description, with_device);
    if (with_device) use.loop_bytes = run.kernels->loop_bytes(device.description.is_gpu);
    return estimate_memory(description.variables, use, device.description.is_gpu, *run.decomposition, session.rank(),
                           run.kernels->stencils().memory(device.plugin != nullptr), &run.mesh);
  };
  memory = estimate(device.plugin != nullptr);
  streaming = choose_streaming(session, description.parameters, memory, device);
  if (streaming.on) {
    on_first_rank(session, [&] { check_streamed(run, memory, streaming); }); // other ranks need other memory
    memory = estimate(false);
    memory.device = streaming.budget;
  }
  for (const std::string& text : run.kernels->stencils().host_texts(device.plugin != nullptr)) spdlog::info("{}", text);
  if (!streaming.account.empty()) spdlog::info("{}", streaming.decision(description.parameters));
  spdlog::info("{}", memory_summary(memory, device.plugin != nullptr));
  check_memory(session, memory, device);
}

} // namespace nopal
