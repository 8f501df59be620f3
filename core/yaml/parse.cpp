#include "core/yaml/builder.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace nopal::yaml {

namespace {

constexpr std::size_t largest_file = std::size_t(64) << 20;

// A second document: noted where it starts, its content ignored.
class Leftover : public Builder {
public:
  using Builder::Builder;
  void OnDocumentStart(const YAML::Mark& mark) override { start = mark; }
  YAML::Mark start = YAML::Mark::null_mark();
};

// Control characters are no YAML; yaml-cpp takes some of them for the end of the text.
bool has_control_characters(const std::string& text, const std::string& name, bool lines, ErrorList& errors) {
  int line = 1;
  int column = 1;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 && c != '\n' && c != '\r' && c != '\t') {
      errors.add(lines ? Location{name, line, column} : Location{name, 0, 0},
                 "found a control character (code " + std::to_string(code) + "): this is not a UTF-8 text file");
      return true;
    }
    ++column;
    if (c == '\n') {
      ++line;
      column = 1;
    }
  }
  return false;
}

std::string line_of(const std::string& text, int number) {
  std::istringstream stream(text);
  std::string line;
  for (int i = 0; i <= number && std::getline(stream, line); ++i) {
  }
  return line;
}

std::string advice(const YAML::ParserException& error, const std::string& text) {
  if (error.msg == "the referenced anchor is not defined" || error.msg == "alias not found after *")
    return "; a text that begins with * must be quoted";
  if (error.mark.is_null()) return "";
  for (const int line : {error.mark.line, error.mark.line - 1}) {
    if (line < 0) continue;
    const std::string found = line_of(text, line);
    if (found.substr(0, found.find_first_not_of(" \t")).find('\t') != std::string::npos)
      return "; indent with blanks: tabs do not count in YAML";
  }
  return "";
}

void add_leftover(const std::string& text, const Leftover& leftover, ErrorList& errors) {
  const Location where = leftover.location(leftover.start);
  const auto position = static_cast<std::size_t>(leftover.start.pos);
  if (position < text.size() && text.compare(position, 3, "---") == 0)
    errors.add(where, "found the start of a second YAML document: write one document a file (remove the \"---\")");
  else
    errors.add(where, "found text after the end of the YAML value: remove it, or check the brackets before it");
}

} // namespace

std::optional<Node> parse(const std::string& text, const std::string& name, ErrorList& errors, bool lines) {
  if (has_control_characters(text, name, lines, errors)) return std::nullopt;
  Builder builder(name, lines, errors);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    ErrorList ignored;
    Leftover leftover(name, lines, ignored);
    if (parser.HandleNextDocument(leftover)) {
      add_leftover(text, leftover, errors);
      return std::nullopt;
    }
  } catch (const YAML::ParserException& error) {
    errors.add(builder.location(error.mark), "this is not valid YAML: " + error.msg + advice(error, text));
    return std::nullopt;
  }
  Node root = builder.take_root();
  if (root.where.file.empty()) root.where = {name, lines ? 1 : 0, lines ? 1 : 0};
  return root;
}

std::optional<std::string> read_text(const std::string& path, ErrorList& errors) {
  const Location where{path, 0, 0};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errors.add(where, "this is a folder; expected a file");
    return std::nullopt;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    errors.add(where, std::string("cannot be read: ") + std::strerror(errno));
    return std::nullopt;
  }
  std::string text;
  char buffer[1 << 16];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest_file) {
      errors.add(where, "this file is larger than 64 MiB: expected a YAML text");
      return std::nullopt;
    }
  }
  if (file.bad()) {
    errors.add(where, std::string("cannot be read: ") + std::strerror(errno));
    return std::nullopt;
  }
  return text;
}

std::optional<Node> load(const std::string& path, ErrorList& errors) {
  const auto text = read_text(path, errors);
  if (!text) return std::nullopt;
  return parse(*text, path, errors);
}

} // namespace nopal::yaml
