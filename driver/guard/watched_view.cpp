#include "driver/guard/watched_view.hpp"

#include "core/base/error.hpp"
#include "core/variables/poison_word.hpp"
#include "driver/guard/code_place.hpp"

#include <omp.h>

#include <cstring>

namespace nopal {

void WatchedView::see(const Index& at) const {
  if (number_ != running_) return;
  const void* const from = __builtin_return_address(0);
  const std::string wrong = why(at);
  if (wrong.empty()) return;
  const std::string text = wrong + "; the access is in " + code_place(from, true);
  if (std::this_thread::get_id() != caller_ || omp_get_level() > 0) end_(text);
  throw Error(text);
}

std::string WatchedView::why(const Index& at) const {
  const Layout& layout = *slot_->layout;
  Index there = at;
  for (int axis = 0; axis < 3; ++axis)
    if (layout.stride[axis] == 0) there[axis] = layout.box.lower[axis];
  if (!layout.box.contains(there)) return outside_text(*call_, *slot_, access_, at);
  if (const std::string text = undeclared_text(*call_, *slot_, access_, there); !text.empty()) return text;
  if (access_ != Access::read || slot_->element_size < sizeof(std::uint64_t)) return "";
  std::uint64_t word = 0;
  std::memcpy(&word, slot_->data + layout.index(there[0], there[1], there[2]) * static_cast<long>(slot_->element_size),
              sizeof word);
  return is_poison(word) ? invalid_text(*call_, *slot_, there) : "";
}

} // namespace nopal
