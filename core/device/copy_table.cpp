#include "core/device/copy_table.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr std::size_t word_size = sizeof(std::int64_t);

long words_per_element(std::size_t element_size) {
  NOPAL_ASSERT(element_size > 0 && element_size % word_size == 0);
  return static_cast<long>(element_size / word_size);
}

/// Returns the position of a buffer in the table. Adds it if needed. -1: the table is full.
int position_of(CopyTable& table, int buffer) {
  const auto found = std::find_if(table.buffers.begin(), table.buffers.end(),
                                  [&](const CopyTable::Buffer& b) { return b.number == buffer; });
  if (found != table.buffers.end()) return static_cast<int>(found - table.buffers.begin());
  if (static_cast<int>(table.buffers.size()) == copy_buffers) return -1;
  table.buffers.push_back({buffer});
  return static_cast<int>(table.buffers.size()) - 1;
}

bool add(CopyTable& table, const CopyEntry& entry) {
  const std::size_t before = table.buffers.size();
  const int from = position_of(table, entry.from.buffer);
  const int to = from < 0 ? -1 : position_of(table, entry.to.buffer);
  if (to < 0) {
    table.buffers.resize(before);
    return false;
  }
  table.buffers[from].read = true;
  table.buffers[to].written = true;
  const long rows = entry.extent[1] * entry.extent[2];
  table.numbers.insert(table.numbers.end(),
                       {table.rows, table.words, from, to, entry.from.start, entry.from.row, entry.from.plane,
                        entry.to.start, entry.to.row, entry.to.plane, entry.extent[0], entry.extent[1]});
  ++table.entries;
  table.rows += rows;
  table.words += rows * entry.extent[0];
  return true;
}

} // namespace

CopySide slot_side(int buffer, const Layout& layout, std::size_t element_size, const Box& box) {
  NOPAL_ASSERT(box.empty() || layout.box.contains(box));
  const long words = words_per_element(element_size);
  return {buffer, words * layout.index(box.lower[0], box.lower[1], box.lower[2]), words * layout.stride[1],
          words * layout.stride[2]};
}

CopySide dense_side(int buffer, std::size_t offset, std::size_t element_size, const Box& box) {
  NOPAL_ASSERT(offset % word_size == 0);
  const Index extent = words_of(box, element_size);
  return {buffer, static_cast<long>(offset / word_size), extent[0], extent[0] * extent[1]};
}

Index words_of(const Box& box, std::size_t element_size) {
  return {words_per_element(element_size) * box.extent(0), box.extent(1), box.extent(2)};
}

void add_entries(std::vector<CopyEntry>& entries, int slot_buffer, int staging_buffer, const Strip& strip,
                 const Layout& layout, std::size_t element_size, bool pack) {
  const auto add = [&](const CopySide& slot, const CopySide& dense, const Index& extent) {
    entries.push_back(pack ? CopyEntry{slot, dense, extent} : CopyEntry{dense, slot, extent});
  };
  const long words = words_per_element(element_size);
  const Index counts = strided_counts(strip.box, strip.stride);
  CopySide slot = slot_side(slot_buffer, layout, element_size, strip.box);
  slot.row *= strip.stride[1];
  slot.plane *= strip.stride[2];
  CopySide dense = dense_side(staging_buffer, strip.offset, element_size, {{0, 0, 0}, counts});
  if (strip.stride[0] == 1) return add(slot, dense, {words * counts[0], counts[1], counts[2]});
  for (long k = 0; k < counts[2]; ++k)
    add({slot.buffer, slot.start + k * slot.plane, words * strip.stride[0], slot.row},
        {dense.buffer, dense.start + k * dense.plane, words, dense.row}, {words, counts[0], counts[1]});
}

std::vector<CopyTable> copy_tables(std::span<const CopyEntry> entries) {
  std::vector<CopyTable> tables;
  for (const CopyEntry& entry : entries) {
    if (std::any_of(entry.extent.begin(), entry.extent.end(), [](long n) { return n <= 0; })) continue;
    if (!tables.empty() && add(tables.back(), entry)) continue;
    const bool added = add(tables.emplace_back(), entry);
    NOPAL_ASSERT(added);
  }
  return tables;
}

} // namespace nopal
