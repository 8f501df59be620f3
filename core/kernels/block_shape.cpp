#include "core/kernels/block_shape.hpp"

#include "core/base/assert.hpp"
#include "core/host/host_backend.hpp"
#include "core/kernels/block_watch.hpp"

#include <algorithm>
#include <optional>

namespace nopal {

Index blocks_over(const Box& box, const Index& threads) {
  Index blocks{0, 0, 0};
  if (box.empty()) return blocks;
  for (int axis = 0; axis < 3; ++axis) blocks[axis] = (box.extent(axis) + threads[axis] - 1) / threads[axis];
  return blocks;
}

void run_blocks(const Kernel& kernel, HostBlockKernel version, const HostLaunch& launch, const BlockShape& shape,
                long most) {
  NOPAL_ASSERT(launch.backend != nullptr);
  struct Part {
    const LaunchBox* box;
    Index blocks;
    long first; ///< number of its first block in the launch
  };
  std::vector<Part> parts;
  HostBlocks blocks;
  for (long b = 0; b < launch.n_boxes; ++b) {
    const Index along = blocks_over(launch.boxes[b].box, shape.threads);
    if (along[0] == 0) continue;
    parts.push_back({&launch.boxes[b], along, blocks.n_blocks});
    blocks.n_blocks += along[0] * along[1] * along[2];
  }
  if (parts.empty()) return;
  const bool all = blocks.n_blocks <= most;
  blocks.n_blocks = std::min(blocks.n_blocks, most);
  blocks.threads = shape.threads;
  blocks.shared_bytes = shape.shared_bytes(*kernel.blocks);
  std::optional<BlockWatch> watch;
  if (version == kernel.blocks->checked) watch.emplace(kernel, launch);
  blocks.run = [&](long number, const BlockThread& thread) {
    const auto after = std::upper_bound(parts.begin(), parts.end(), number,
                                        [](long block, const Part& part) { return block < part.first; });
    const Part& part = *std::prev(after);
    const long in_box = number - part.first;
    const Index block{in_box % part.blocks[0], in_box / part.blocks[0] % part.blocks[1],
                      in_box / part.blocks[0] / part.blocks[1]};
    version({&launch, part.box, block, part.blocks, shape.threads, &thread, shape.dynamic_bytes,
             watch ? &*watch : nullptr});
  };
  launch.backend->run(blocks);
  if (watch && all) watch->finish();
}

} // namespace nopal
