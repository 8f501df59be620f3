#include "core/check/recorded_reads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace nopal {

namespace {

/// Returns "(i+2,j,k-1)".
std::string point_text(const Index& offset) {
  std::string text = "(";
  for (int axis = 0; axis < 3; ++axis) {
    text += std::string(axis > 0 ? "," : "") + "ijk"[axis];
    if (offset[axis] != 0) text += fmt::format("{:+}", offset[axis]);
  }
  return text + ")";
}

} // namespace

DomainSpec general_grid(const DomainSpec& of) {
  DomainSpec spec;
  spec.ghosts = std::max(1L, of.ghosts);
  spec.boundary_width = std::max(1L, of.boundary_width);
  spec.cells = {16, 16, 16};
  return spec;
}

std::optional<std::size_t> find_field(const BoundKernel& kernel, Slot slot) {
  const auto found = std::find(kernel.fields().begin(), kernel.fields().end(), slot);
  if (found == kernel.fields().end()) return std::nullopt;
  return static_cast<std::size_t>(found - kernel.fields().begin());
}

std::vector<RecordedRead> recorded_reads(const FieldReach& field) {
  std::vector<RecordedRead> reads;
  const auto has = [](const std::vector<Index>& sorted, const Index& offset) {
    return std::binary_search(sorted.begin(), sorted.end(), offset);
  };
  for (const Index& offset : field.reads)
    reads.push_back({offset, has(field.always_reads, offset), has(field.named_reads, offset)});
  return reads;
}

std::vector<RecordedRead> recorded_reads(const KernelReach& reach, std::size_t f) {
  std::vector<RecordedRead> reads;
  for (const NormalReach& normal : reach.normals)
    for (const RecordedRead& read : recorded_reads(normal.fields[f])) {
      const auto known = std::find_if(reads.begin(), reads.end(),
                                      [&](const RecordedRead& other) { return other.offset == read.offset; });
      if (known == reads.end())
        reads.push_back(read);
      else
        known->always |= read.always;
    }
  return reads;
}

bool is_written(const KernelReach& reach, std::size_t f) {
  return std::any_of(reach.normals.begin(), reach.normals.end(),
                     [&](const NormalReach& normal) { return normal.fields[f].written; });
}

std::optional<Extent> extent_of(const std::vector<RecordedRead>& reads) {
  std::optional<Extent> extent;
  for (const RecordedRead& read : reads) {
    Extent point;
    for (int axis = 0; axis < 3; ++axis)
      point.lower[axis] = point.upper[axis] =
          static_cast<int>(std::clamp<long>(read.offset[axis], -largest_offset, largest_offset));
    extent = mee(extent, point);
  }
  return extent;
}

bool holds(const Extent& extent, const Index& offset) {
  for (int axis = 0; axis < 3; ++axis)
    if (offset[axis] < extent.lower[axis] || offset[axis] > extent.upper[axis]) return false;
  return true;
}

bool is_worse(const RecordedRead& one, const RecordedRead& other) {
  const auto distance = [](const RecordedRead& read) {
    return std::labs(read.offset[0]) + std::labs(read.offset[1]) + std::labs(read.offset[2]);
  };
  return one.always != other.always ? one.always : distance(one) > distance(other);
}

std::optional<RecordedRead> worst_outside(const std::vector<RecordedRead>& reads, const Extent& extent) {
  std::optional<RecordedRead> worst;
  for (const RecordedRead& read : reads)
    if (!holds(extent, read.offset) && (!worst || is_worse(read, *worst))) worst = read;
  return worst;
}

std::string read_text(const Variables& variables, Slot slot, const RecordedRead& read) {
  return fmt::format("reads {} at {}{}", variables.text(slot), point_text(read.offset),
                     read.always ? "" : " in a branch of its body");
}

} // namespace nopal
