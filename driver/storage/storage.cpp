#include "driver/storage/storage.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/error.hpp"
#include "driver/storage/pages.hpp"

#include <fmt/format.h>

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <new>

namespace nopal {

namespace {

constexpr std::size_t line = 64; // bytes

/// The storage asks the system for huge pages if a slot takes at least twice this size.
constexpr std::size_t huge_page = std::size_t{1} << 21;

/// If timelevels have equal addresses modulo a huge page, a loop over them is slower by a quarter or more, because all
/// of them use the same banks of memory. So large slots start at different lines.
std::size_t stagger(std::size_t slot, std::size_t bytes) { return bytes < huge_page ? 0 : slot % 16 * 17 * line; }

void ask_for_huge_pages(std::byte* memory, std::size_t bytes) {
  if (bytes < 2 * huge_page) return;
  const std::size_t page = page_size();
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t skip = (page - address % page) % page;
  // This is only advice: a system that refuses it gives ordinary pages.
  (void)madvise(memory + skip, (bytes - skip) / page * page, MADV_HUGEPAGE);
}

} // namespace

void Storage::Deleter::operator()(std::byte* memory) const {
  if (paged > 0)
    free_pages(memory, paged);
  else
    ::operator delete(memory - offset, std::align_val_t(line));
}

Storage::Storage(const Variables& variables, Spaces spaces, const std::vector<int>& temporaries, SlotPages pages)
    : variables_(variables), spaces_(std::move(spaces)), pages_(pages) {
  std::vector<int> lasting;
  for (int v = 0; v < variables.n_variables(); ++v) {
    first_.push_back(static_cast<int>(labels_.size()));
    labels_.resize(labels_.size() + static_cast<std::size_t>(spaces_.of(v).n_parts() * variables.timelevels(v)));
    const bool lasts = std::find(temporaries.begin(), temporaries.end(), v) == temporaries.end();
    if (lasts && !variables.group_of(v).temporary) lasting.push_back(v);
  }
  first_.push_back(static_cast<int>(labels_.size()));
  allocate(lasting);
}

template <class Action> void Storage::each_slot(int variable, const Action& action) const {
  for (int part = 0; part < spaces_.of(variable).n_parts(); ++part)
    for (int timelevel = 0; timelevel < variables_.timelevels(variable); ++timelevel)
      action({variable, timelevel, part});
}

void Storage::allocate(const std::vector<int>& variables) {
  for (const int v : variables)
    each_slot(v, [&](Slot slot) {
      if (data(slot) == nullptr) labels_[label(slot)] = allocate_slot(slot);
    });
}

void Storage::release(const std::vector<int>& variables) {
  for (const int v : variables) each_slot(v, [&](Slot slot) { labels_[label(slot)].reset(); });
}

std::byte* Storage::spare(Slot slot) {
  Memory& memory = spares_[label(slot)];
  if (!memory) memory = allocate_slot(slot);
  return memory.get();
}

Storage::Memory Storage::allocate_slot(Slot slot) const {
  const std::size_t size = slot_bytes(slot);
  const bool own = pages_ == SlotPages::own;
  const std::size_t paged = own ? std::max<std::size_t>(size, 1) : 0;
  const std::size_t offset = own ? 0 : stagger(label(slot), size);
  auto* memory = own ? allocate_pages(paged)
                     : static_cast<std::byte*>(::operator new(offset + size, std::align_val_t(line), std::nothrow));
  if (memory == nullptr)
    throw Error(fmt::format("no memory for {}: {} could not be allocated (all variables of this process take {}): use "
                            "more processes on more nodes, fewer cells or fewer timelevels",
                            variables_.text(slot), bytes_text(size), bytes_text(bytes(variables_, spaces_))));
  ask_for_huge_pages(memory, offset + size);
  return {memory + offset, Deleter{offset, paged}};
}

void Storage::cycle(int variable) {
  const auto all = labels_.begin() + first_[variable], end = labels_.begin() + first_[variable + 1];
  for (auto first = all; first != end; first += variables_.timelevels(variable))
    std::rotate(first, first + variables_.timelevels(variable) - 1, first + variables_.timelevels(variable));
}

void Storage::rename(int variable, std::span<const int> from) {
  const auto all = labels_.begin() + first_[variable], end = labels_.begin() + first_[variable + 1];
  for (auto first = all; first != end; first += variables_.timelevels(variable)) {
    std::vector<Memory> renamed;
    for (const int timelevel : from) renamed.push_back(std::move(first[timelevel]));
    std::ranges::move(renamed, first);
  }
}

std::size_t Storage::bytes(const Variables& variables, const Spaces& spaces) {
  std::size_t total = 0;
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int part = 0; part < (variables.group_of(v).temporary ? 0 : spaces.of(v).n_parts()); ++part)
      for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
        if (__builtin_add_overflow(total, slot_bytes(variables, spaces, {v, timelevel, part}), &total))
          return std::numeric_limits<std::size_t>::max();
  return total;
}

} // namespace nopal
