#include "core/generator/accesses.hpp"

#include "core/generator/branches.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nopal {

namespace {

/// The local integers whose values the text shows, by name: constants, and counters of loops from a number to a number.
using Integers = std::map<std::string, std::vector<long>>;

/// Counters take their values in all combinations. More than this are not worth a list.
constexpr std::size_t most_values = 32, most_combinations = 1024;

/// Reads a number of at most four digits, with or without a minus, from `at` on, which then is behind it.
std::optional<long> short_number(const Tokens& tokens, std::size_t& at) {
  const bool negative = tokens[at].is("-");
  const Token& digits = tokens[at + (negative ? 1 : 0)];
  const bool octal = digits.text.size() > 1 && digits.text.front() == '0';
  if (digits.kind != Token::Kind::number || octal || digits.text.size() > 4 ||
      digits.text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  at += negative ? 2 : 1;
  const long value = std::stol(std::string(digits.text));
  return negative ? -value : value;
}

/// A definition `const int n = 2;`, or `for (int n = 0; n < 2; ++n)`, of the name at a token.
struct IntegerDefinition {
  std::size_t name = 0;
  long first = 0, last = 0; ///< values
  long changes = 1;         ///< that it makes
};

std::optional<IntegerDefinition> definition_at(const Tokens& tokens, std::size_t at) {
  IntegerDefinition found{at};
  const bool constant = at > 1 && tokens[at - 1].is("int") && tokens[at - 2].is("const");
  const bool counter = at > 2 && tokens[at - 1].is("int") && tokens[at - 2].is("(") && tokens[at - 3].is("for");
  std::size_t next = at + 2;
  if ((!constant && !counter) || !tokens[at + 1].is("=")) return std::nullopt;
  const std::optional<long> first = short_number(tokens, next);
  if (!first || !tokens[next].is(";")) return std::nullopt;
  found.first = found.last = *first;
  if (constant) return found;
  const Token& less = tokens[next + 2];
  if (tokens[next + 1].text != tokens[at].text || (!less.is("<") && !less.is("<="))) return std::nullopt;
  next += 3;
  const std::optional<long> bound = short_number(tokens, next);
  const bool before = tokens[next + 1].is("++") && tokens[next + 2].text == tokens[at].text;
  const bool after = tokens[next + 1].text == tokens[at].text && tokens[next + 2].is("++");
  if (!bound || !tokens[next].is(";") || !(before || after) || !tokens[next + 3].is(")")) return std::nullopt;
  found.last = *bound - (less.is("<") ? 1 : 0);
  found.changes = 2;
  return found;
}

Integers known_integers(const Tokens& tokens) {
  std::map<std::string, std::vector<long>> integers;
  std::unordered_map<std::string_view, long> explained, changes;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (!tokens[n].is_name()) continue;
    changes[tokens[n].text] += is_changed_at(tokens, n) ? 1 : 0;
    const std::optional<IntegerDefinition> found = definition_at(tokens, n);
    if (!found) continue;
    std::vector<long>& values = integers[std::string(tokens[n].text)];
    for (long value = found->first; value <= found->last && values.size() <= most_values; ++value)
      values.push_back(value);
    explained[tokens[n].text] += found->changes;
  }
  for (auto& [name, values] : integers) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
  std::erase_if(integers, [&](const auto& integer) {
    return integer.second.size() > most_values || changes[integer.first] != explained[integer.first];
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
std::optional<Along> read_index(const Tokens& tokens, IndexTokens part, char axis, const Integers& integers) {
  while (part.end > part.begin && tokens[part.begin].is("(") && tokens[part.begin].partner == part.end - 1)
    part = {part.begin + 1, part.end - 1};
  Along along;
  long own = 0;
  for (std::size_t at = part.begin; at < part.end;) {
    const bool minus = tokens[at].is("-");
    if (minus || tokens[at].is("+"))
      ++at;
    else if (at > part.begin)
      return std::nullopt;
    long factor = minus ? -1 : 1;
    if (tokens[at].kind == Token::Kind::number) {
      const std::optional<long> number = short_number(tokens, at);
      if (!number) return std::nullopt;
      factor *= *number;
      if (!tokens[at].is("*")) {
        along.number += factor;
        continue;
      }
      ++at;
    }
    if (at >= part.end || !tokens[at].is_name()) return std::nullopt;
    const std::string name(tokens[at++].text);
    if (axis != 0 && (name == "ni" || name == "nj" || name == "nk"))
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

/// Whether the body gives i, j, k or the normal a new meaning.
bool declares_an_index(const Tokens& tokens) {
  constexpr std::string_view given[] = {"i", "j", "k", "ni", "nj", "nk"};
  for (std::size_t n = 0; n < tokens.size(); ++n)
    if (tokens[n].is("=") && n > 0 && std::ranges::count(given, tokens[n - 1].text) > 0) return true;
  return false;
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

std::vector<IndexTokens> indices_at(const Tokens& tokens, std::size_t open) {
  std::vector<IndexTokens> indices{{open + 1, open + 1}};
  const std::size_t close = tokens[open].partner;
  for (std::size_t n = open + 1; n < close; ++n) {
    if (tokens[n].partner != Token::no_partner && tokens[n].partner > n) n = tokens[n].partner;
    if (tokens[n].is(",")) {
      indices.push_back({n + 1, n + 1});
    } else {
      indices.back().end = n + 1;
    }
  }
  return indices;
}

std::size_t after_indices(const Tokens& tokens, std::size_t name) {
  for (++name; (tokens[name].is("[") || tokens[name].is("(")) && tokens[name].partner != Token::no_partner;)
    name = tokens[name].partner + 1;
  return name;
}

TextUse use_at(const Tokens& tokens, std::size_t begin, std::size_t end) {
  const Token& after = tokens[end];
  const bool assigned = after.is("=");
  const bool stepped = begin > 0 && (tokens[begin - 1].is("++") || tokens[begin - 1].is("--"));
  return {!assigned, is_assignment(after) || after.is("++") || after.is("--") || stepped,
          after.is("+=") || after.is("-=")};
}

namespace {

/// Finds the accesses of one body.
class AccessFinder {
public:
  AccessFinder(const KernelDeclaration& kernel, const std::string& body)
      : kernel_(kernel), text_(without_comments(body)), tokens_(text_), where_(text_, kernel.path),
        renamed_(declares_an_index(tokens_)), integers_(known_integers(tokens_)) {
    for (std::size_t n = kernel.arguments.size(); n-- > 0;)
      if (kernel.arguments[n].has_shape() || kernel.arguments[n].is_dat()) fields_[kernel.arguments[n].name] = n;
  }

  std::vector<TextAccess> all() {
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      if (!tokens_[n].is_name() || !tokens_[n + 1].is("(") || tokens_[n + 1].partner == Token::no_partner) continue;
      if (const auto field = fields_.find(tokens_[n].text); field != fields_.end()) add(n, field->second);
    }
    return std::move(accesses_);
  }

private:
  /// `n`: the token of the field's name.
  void add(std::size_t n, std::size_t number) {
    const ArgumentDeclaration& field = kernel_.arguments[number];
    const std::size_t open = n + 1, close = tokens_[open].partner;
    const std::vector<IndexTokens> indices = indices_at(tokens_, open);
    const std::size_t begin = tokens_[open].at + 1;
    TextAccess access;
    access.field = static_cast<int>(number);
    access.where = where_(tokens_[n].at);
    access.indices = text_.substr(begin, tokens_[close].at - begin);
    access.n_indices = static_cast<int>(indices.size());
    std::array<Along, 3> along;
    access.is_known =
        field.is_dat() ? std::ssize(indices) == field.axes : field.is_field() && indices.size() == 3 && !renamed_;
    for (std::size_t axis = 0; axis < indices.size() && access.is_known; ++axis) {
      const std::optional<Along> found =
          read_index(tokens_, indices[axis], field.is_dat() ? '\0' : "ijk"[axis], integers_);
      access.is_known = found.has_value();
      if (!found) break;
      along[axis] = *found;
      access.normals[axis] = found->normals;
      for (const auto& [integer, factor] : found->integers) access.counts |= integers_.at(integer).size() > 1;
    }
    const TextUse use = use_at(tokens_, n, close + 1);
    access.reads = use.reads;
    access.writes = use.writes;
    access.adds = use.adds;
    std::vector<Index> offsets;
    access.is_known = access.is_known && combine(along, integers_, offsets);
    if (!access.is_known) offsets.assign(1, Index{0, 0, 0});
    for (const Index& offset : offsets) {
      access.offset = offset;
      accesses_.push_back(access);
    }
  }

  const KernelDeclaration& kernel_;
  const std::string text_;
  const Tokens tokens_;
  const Locations where_;
  const bool renamed_;
  const Integers integers_;
  std::unordered_map<std::string_view, std::size_t> fields_;
  std::vector<TextAccess> accesses_;
};

} // namespace

std::vector<TextAccess> text_accesses(const KernelDeclaration& kernel, const KernelText& text) {
  return AccessFinder(kernel, text.body).all();
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
