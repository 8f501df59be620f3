// The host backends whose blocks have one thread: `serial` and `openmp-blocks`.

#include "core/host/built_in.hpp"
#include "core/host/library_text.hpp"
#include "core/host/lone_blocks.hpp"
#include "core/host/openmp_team.hpp"

#include <utility>

namespace nopal {

namespace {

class LoneThreads final : public HostBackend {
public:
  LoneThreads(BackendTraits traits, int members) : HostBackend(std::move(traits), members), blocks_(this->members()) {}

private:
  void call_members(const std::function<void(int)>& work) override { openmp_members(members(), work); }
  void run_blocks(const HostBlocks& blocks) override { share_parts(blocks.n_blocks, blocks_.parts(blocks)); }

  LoneBlocks blocks_;
};

BackendTraits lone_traits(std::string name, std::string library) {
  BackendTraits traits = host_traits(std::move(name), std::move(library), 1);
  traits.threads = "a block has one thread";
  traits.index = "argument of the function, always 0";
  traits.sync = "nothing to wait for";
  return traits;
}

} // namespace

std::unique_ptr<HostBackend> serial_backend() {
  BackendTraits traits = lone_traits("serial", standard_library_text());
  traits.devices = "one core of this process";
  traits.blocks = "one after the other";
  return std::make_unique<LoneThreads>(std::move(traits), 1);
}

std::unique_ptr<HostBackend> openmp_blocks_backend(int threads) {
  BackendTraits traits = lone_traits("openmp-blocks", openmp_text());
  traits.devices = "cores of this process";
  traits.blocks = "shared among the OpenMP threads";
  traits.shared = "host memory, allocated once for each OpenMP thread";
  return std::make_unique<LoneThreads>(std::move(traits), threads);
}

} // namespace nopal
