#include "driver/records/note_failure.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace nopal {

namespace {

/// Text in memory that is always there. What does not fit is left out.
template <std::size_t most> class Text {
public:
  void clear() { n_ = 0; }
  Text& add(std::string_view text) {
    const std::size_t n = std::min(text.size(), most - n_);
    text.copy(bytes_.data() + n_, n);
    n_ += n;
    return *this;
  }
  Text& add_number(long number, std::size_t digits) {
    char text[24];
    const std::size_t n = static_cast<std::size_t>(std::to_chars(text, text + sizeof text, number).ptr - text);
    for (std::size_t zeros = n; zeros < digits; ++zeros) add("0");
    return add({text, n});
  }
  /// Fills the text from a file. Returns whether all of it fits.
  bool read_all(int file) {
    for (clear(); n_ < most;) {
      const ssize_t n = read(file, bytes_.data() + n_, most - n_);
      if (n == 0) return true;
      if (n < 0 && errno != EINTR) return false;
      if (n > 0) n_ += static_cast<std::size_t>(n);
    }
    return false;
  }
  std::string_view view() const { return {bytes_.data(), n_}; }
  const char* path() {
    bytes_[n_] = '\0';
    return bytes_.data();
  }

private:
  std::array<char, most + 1> bytes_{};
  std::size_t n_ = 0;
};

struct NoteWork {
  Text<std::size_t{1} << 20> record;
  Text<std::size_t{1} << 14> status;
  Text<32> now;
  Text<4096> path, unfinished;
};
constinit NoteWork work; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): the heap may be damaged

/// A part of the record and what comes in its place.
struct Change {
  std::size_t first = 0, last = 0;
  std::string_view text;
};

/// Returns the place of the value of an entry of the outermost object: to the end of the line, without the comma.
Change value_of(std::string_view record, std::string_view entry, std::string_view text) {
  const std::size_t found = record.find(entry);
  if (found == std::string_view::npos) return {};
  const std::size_t first = found + entry.size();
  std::size_t last = std::min(record.find('\n', first), record.size());
  if (last > first && record[last - 1] == ',') --last;
  return {first, last, text};
}

std::string_view set_now() {
  using namespace std::chrono;
  const auto seconds = floor<std::chrono::seconds>(system_clock::now());
  const auto today = floor<days>(seconds);
  const year_month_day date(today);
  const hh_mm_ss time(seconds - today);
  work.now.clear();
  work.now.add("\"").add_number(int(date.year()), 4).add("-").add_number(unsigned(date.month()), 2).add("-");
  work.now.add_number(unsigned(date.day()), 2).add("T").add_number(time.hours().count(), 2).add(":");
  work.now.add_number(time.minutes().count(), 2).add(":").add_number(time.seconds().count(), 2).add("Z\"");
  return work.now.view();
}

/// The text may have been cut within a character.
std::string_view whole_characters(std::string_view text) {
  std::size_t last = text.size();
  while (last > 0 && (text[last - 1] & 0xC0) == 0x80) --last; // bytes inside of a character
  if (last == 0) return {};
  const auto begin = static_cast<unsigned char>(text[last - 1]);
  const std::size_t bytes = begin < 0x80 ? 1 : begin < 0xE0 ? 2 : begin < 0xF0 ? 3 : 4;
  return text.substr(0, last - 1 + bytes <= text.size() ? last - 1 + bytes : last - 1);
}

std::string_view set_status(std::string_view reason) {
  work.status.clear();
  work.status.add("{\n    \"state\": \"failed\",\n    \"reason\": \"");
  for (const char& byte : whole_characters(reason)) {
    if (byte == '"' || byte == '\\')
      work.status.add("\\").add({&byte, 1});
    else if (byte == '\n')
      work.status.add("\\n");
    else
      work.status.add(static_cast<unsigned char>(byte) < ' ' ? std::string_view("?") : std::string_view(&byte, 1));
  }
  return work.status.add("\"\n  }").view();
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// Writes the record with the changes, which do not overlap.
bool write_changed(int file, std::string_view record, std::array<Change, 3>& changes) {
  std::ranges::sort(changes, {}, &Change::first);
  std::size_t next = 0;
  for (const Change& change : changes) {
    if (!write_all(file, record.substr(next, change.first - next)) || !write_all(file, change.text)) return false;
    next = change.last;
  }
  return write_all(file, record.substr(next));
}

} // namespace

void note_failure_at_once(std::string_view path, std::string_view reason) noexcept {
  work.path.clear();
  work.path.add(path);
  const int old = open(work.path.path(), O_RDONLY | O_CLOEXEC);
  if (old < 0) return;
  const bool is_whole = work.record.read_all(old);
  close(old);
  const std::string_view record = work.record.view();
  Change status = value_of(record, "\n  \"status\": ", set_status(reason));
  status.last = record.find('}', status.first) + 1;
  if (!is_whole || status.first == 0 || status.last == 0) return;
  if (record.substr(status.first, status.last - status.first).find("\"running\"") == std::string_view::npos) return;
  const std::string_view now = set_now();
  std::array changes{status, value_of(record, "\n  \"end\": ", now), value_of(record, "\n  \"updated\": ", now)};
  work.unfinished.clear();
  work.unfinished.add(path).add(".").add_number(getpid(), 1).add(".part");
  const int file = open(work.unfinished.path(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return;
  const bool is_written = write_changed(file, record, changes);
  if (close(file) != 0 || !is_written || std::rename(work.unfinished.path(), work.path.path()) != 0)
    unlink(work.unfinished.path());
}

} // namespace nopal
