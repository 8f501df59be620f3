#include "driver/records/last_words.hpp"

#include "driver/records/files.hpp"

#include <fstream>

namespace nopal {

// The words need not survive a loss of power, and there is no time to wait for the disk.
void add_last_words(const std::string& folder, const std::string& text) noexcept {
  try {
    std::ofstream file(folder + '/' + last_words_name, std::ios::app);
    file << utc_now() + ' ' + text + '\n' << std::flush;
  } catch (const std::exception&) { // the log has the words, too
    return;
  }
}

} // namespace nopal
