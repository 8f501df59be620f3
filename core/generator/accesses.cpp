#include "core/generator/accesses.hpp"

#include "core/generator/branches.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <string_view>

namespace nopal {

namespace {

/// The local integers whose values the text shows, by name: constants, and counters of loops from a number to a number.
using Integers = std::map<std::string, std::vector<long>>;

/// Counters take their values in all combinations. More than this are not worth a list.
constexpr std::size_t most_values = 32, most_combinations = 1024;

Integers known_integers(const std::string& body) {
  static const std::regex constant(R"(\bconst\s+int\s+([A-Za-z_]\w*)\s*=\s*(-?(?:0|[1-9]\d{0,3}))\s*;)");
  static const std::regex loop(R"(\bfor\s*\(\s*int\s+([A-Za-z_]\w*)\s*=\s*(-?(?:0|[1-9]\d{0,3}))\s*;\s*\1\s*(<=?)\s*)"
                               R"((-?(?:0|[1-9]\d{0,3}))\s*;\s*(?:\+\+\s*\1|\1\s*\+\+)\s*\))");
  Integers integers;
  std::map<std::string, long> changes; // that the matches explain
  for (const std::smatch& match : matches(body, constant)) {
    integers[match[1]].push_back(std::stol(match[2]));
    ++changes[match[1]];
  }
  for (const std::smatch& match : matches(body, loop)) {
    const long last = std::stol(match[4]) - (match[3] == "<" ? 1 : 0);
    for (long value = std::stol(match[2]); value <= last && integers[match[1]].size() <= most_values; ++value)
      integers[match[1]].push_back(value);
    changes[match[1]] += 2;
  }
  for (auto& [name, values] : integers) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
  std::erase_if(integers, [&](const auto& integer) {
    const auto& [name, values] = integer;
    const std::regex change(R"((?:\+\+|--)\s*)" + name + R"(\b|\b)" + name +
                            R"(\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)))");
    return values.size() > most_values || static_cast<long>(matches(body, change).size()) != changes[name];
  });
  return integers;
}

/// An index along an axis minus the point's own index.
struct Along {
  long number = 0;
  Index normals{0, 0, 0};
  std::map<std::string, long> integers; ///< factors
};

/// Reads an index such as "i + 2 - ni", or "2*nj + j + n". nullopt: it has another form. `axis`: i, j, k, or 0 for an
/// index that is a number, such as "n + 1".
std::optional<Along> read_index(std::string text, char axis, const Integers& integers) {
  std::erase_if(text, [](char c) { return blanks.find(c) != std::string_view::npos; });
  while (text.size() > 1 && text.front() == '(' && text.find(')') == text.size() - 1)
    text = text.substr(1, text.size() - 2);
  // A number with a leading zero is octal.
  static const std::regex term(R"(([-+]?)(?:(?:(0|[1-9]\d{0,3})\*)?([A-Za-z_]\w*)|(0|[1-9]\d{0,3})))");
  Along along;
  long own = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::smatch parts;
    const auto from = text.cbegin() + static_cast<long>(at);
    if (!std::regex_search(from, text.cend(), parts, term, std::regex_constants::match_continuous)) return std::nullopt;
    if (at > 0 && !parts[1].length()) return std::nullopt;
    at += static_cast<std::size_t>(parts.length());
    const long sign = parts[1] == "-" ? -1 : 1;
    const std::string name = parts[3];
    const long factor = sign * (parts[2].matched ? std::stol(parts[2]) : 1);
    if (name.empty())
      along.number += sign * std::stol(parts[4]);
    else if (axis != 0 && (name == "ni" || name == "nj" || name == "nk"))
      along.normals[static_cast<std::size_t>(name[1] - 'i')] += factor;
    else if (axis != 0 && name == std::string(1, axis))
      own += factor;
    else if (integers.contains(name))
      along.integers[name] += factor;
    else
      return std::nullopt;
  }
  if (own != (axis != 0 ? 1 : 0)) return std::nullopt;
  return along;
}

/// Adds to `offsets` what the numbers of the indices are for all values of the integers in them. Returns false if these
/// are too many.
bool combine(const std::array<Along, 3>& indices, const Integers& integers, std::vector<Index>& offsets) {
  std::map<std::string, long> values;
  std::size_t n = 1;
  for (const Along& along : indices)
    for (const auto& [name, factor] : along.integers)
      if (values.try_emplace(name, 0).second) n *= integers.at(name).size();
  if (n > most_combinations) return false;
  for (std::size_t combination = 0; combination < n; ++combination) {
    std::size_t rest = combination;
    for (auto& [name, value] : values) {
      const std::vector<long>& all = integers.at(name);
      value = all[rest % all.size()];
      rest /= all.size();
    }
    Index offset{};
    for (int axis = 0; axis < 3; ++axis) {
      const Along& along = indices[static_cast<std::size_t>(axis)];
      offset[axis] = along.number;
      for (const auto& [name, factor] : along.integers) offset[axis] += factor * values[name];
    }
    offsets.push_back(offset);
  }
  return true;
}

/// Splits the text between the parentheses that open at `open` at its commas. `end`: behind the closing one.
std::vector<std::string> arguments_at(const std::string& text, std::size_t open, std::size_t& end) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (end = open; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && --depth == 0) {
      ++end;
      break;
    }
    if (end == open) continue;
    if (c == ',' && depth == 1)
      arguments.emplace_back();
    else
      arguments.back() += c;
  }
  return arguments;
}

/// Whether the body gives i, j, k or the normal a new meaning.
bool declares_an_index(const std::string& body) {
  static const std::regex declaration(R"((^|[^\w.])n?[ijk]\s*=([^=]|$))");
  return std::regex_search(body, declaration);
}

/// Whether the normal alone decides what the branches of the body skip.
bool normal_decides(const KernelDeclaration& kernel, const std::string& body) {
  std::vector<std::string> fields;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field()) fields.push_back(argument.name);
  const Branches branches = find_branches(body, fields, {});
  return branches.recordable && branches.follow_normal;
}

} // namespace

TextUse use_at(const std::string& text, std::size_t begin, std::size_t end) {
  const std::size_t next = std::min(text.find_first_not_of(blanks, end), text.size());
  const std::string_view after = std::string_view(text).substr(next);
  const bool assigned = after.starts_with('=') && !after.starts_with("==");
  constexpr std::string_view changes[] = {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  const bool changed = std::ranges::any_of(changes, [&](std::string_view change) { return after.starts_with(change); });
  const std::size_t last = begin == 0 ? std::string::npos : text.find_last_not_of(blanks, begin - 1);
  const bool stepped =
      last != std::string::npos && last > 0 && (text[last] == '+' || text[last] == '-') && text[last - 1] == text[last];
  return {!assigned, assigned || changed || stepped, after.starts_with("+=") || after.starts_with("-=")};
}

std::vector<TextAccess> text_accesses(const KernelDeclaration& kernel, const KernelText& text) {
  std::vector<TextAccess> accesses;
  const std::string body = without_comments(text.body);
  const bool renamed = declares_an_index(body);
  const Integers integers = known_integers(body);
  static const std::regex name(R"([A-Za-z_]\w*)");
  for (std::sregex_iterator at(body.begin(), body.end(), name), end; at != end; ++at) {
    const auto field = std::ranges::find(kernel.arguments, at->str(), &ArgumentDeclaration::name);
    if (field == kernel.arguments.end() || !(field->has_shape() || field->is_dat())) continue;
    const auto begin = static_cast<std::size_t>(at->position());
    const std::size_t open = body.find_first_not_of(blanks, begin + at->str().size());
    if (open == std::string::npos || body[open] != '(') continue;
    TextAccess access;
    access.field = static_cast<int>(field - kernel.arguments.begin());
    access.where = location_in(body, begin, kernel.path);
    std::size_t behind = open;
    const std::vector<std::string> indices = arguments_at(body, open, behind);
    access.indices = body.substr(open + 1, behind - open - 2);
    access.n_indices = static_cast<int>(indices.size());
    std::array<Along, 3> along;
    access.is_known =
        field->is_dat() ? std::ssize(indices) == field->axes : field->is_field() && indices.size() == 3 && !renamed;
    for (std::size_t axis = 0; axis < indices.size() && access.is_known; ++axis) {
      const std::optional<Along> found = read_index(indices[axis], field->is_dat() ? '\0' : "ijk"[axis], integers);
      access.is_known = found.has_value();
      if (!found) break;
      along[axis] = *found;
      access.normals[axis] = found->normals;
      for (const auto& [integer, factor] : found->integers) access.counts |= integers.at(integer).size() > 1;
    }
    const TextUse use = use_at(body, begin, behind);
    access.reads = use.reads;
    access.writes = use.writes;
    access.adds = use.adds;
    std::vector<Index> offsets;
    access.is_known = access.is_known && combine(along, integers, offsets);
    if (!access.is_known) offsets.assign(1, Index{0, 0, 0});
    for (const Index& offset : offsets) {
      access.offset = offset;
      accesses.push_back(access);
    }
  }
  return accesses;
}

void mark_guarded_fields(KernelDeclaration& kernel, const std::string& file) {
  if (kernel.of_stage || kernel.block) return;
  const KernelText text = parse_kernel_text(file);
  const bool has_normals = kernel.written != Region::interior;
  const bool branches_decide = has_normals && !normal_decides(kernel, text.body);
  for (const TextAccess& access : text_accesses(kernel, text)) {
    ArgumentDeclaration& field = kernel.arguments[static_cast<std::size_t>(access.field)];
    if (!field.extent && (!access.is_known || (branches_decide && !access.is_here()))) field.is_guarded = true;
  }
}

} // namespace nopal
