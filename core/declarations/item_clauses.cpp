#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Reads the clauses of one key of an item.
class ClauseReader {
public:
  ClauseReader(yaml::Fields& fields, const std::string& key, Access access, ItemDeclaration& item)
      : fields_(fields), key_(key), access_(access), item_(item) {}

  void read() {
    if (const yaml::Entry* entry = fields_.find(key_))
      for (const yaml::Node& node : entry->value.each()) read_clause(node);
  }

private:
  void error(const yaml::Node& node, const std::string& problem) { fields_.error(node.where, key_ + ": " + problem); }

  void read_clause(const yaml::Node& node) {
    if (is_cut_extent(node))
      return error(node, "found a mapping, because a colon with a blank after it ends a key in YAML: remove the blank, "
                         "or put the clause in quotes");
    if (node.kind == yaml::Kind::map) return node.find("clause") != nullptr ? read_chosen(node) : read_from(node);
    if (!node.is_scalar()) return error(node, node.mismatch("a clause such as phi@1(interior)"));
    auto clause = parse_clause(node.text, node.where, fields_.errors());
    if (!clause) return;
    clause->access = access_;
    if (access_ == Access::reduce && clause->region)
      return error(node, "found \"" + node.text + "\", but a reduction takes the owned points: remove the region");
    if (access_ == Access::interpolate && clause->region && *clause->region != Region::owned &&
        *clause->region != Region::interior)
      return error(node, "found \"" + node.text +
                             "\", but an interpolation takes owned points: remove the region, or "
                             "write \"(interior)\" if it takes no others");
    const std::string why = clause->extent ? refusal_of_extent() : "";
    if (!why.empty())
      return error(node, "found \"" + node.text + "\", but " + why + ": remove \"" + clause->extent->text() + "\"");
    if (const std::string other = refusal_in_loop(*clause); !other.empty())
      return error(node, "found \"" + node.text + "\", but " + other);
    item_.clauses.push_back(std::move(*clause));
  }

  // `in<-1: 1>` without quotes is the key `in<-1` with the value `1>`.
  static bool is_cut_extent(const yaml::Node& node) {
    return node.kind == yaml::Kind::map && !node.entries.empty() &&
           node.entries.front().key.find('<') != std::string::npos;
  }

  // Why the clause does not fit a loop over a set, or a routine that is none. Empty: it fits.
  std::string refusal_in_loop(const ClauseDeclaration& clause) const {
    const bool changes = access_ == Access::increment || access_ == Access::minimum || access_ == Access::maximum;
    if (!item_.loop) {
      if (changes) return "only a loop over a set has this key: write \"over:\" with the name of a set, or use writes:";
      if (!clause.via && clause.as.empty() && !clause.from) return "";
      return "only clauses of a loop over a set have via, as and from: write \"over:\" with the name of a set";
    }
    if (clause.region)
      return "a loop over a set finds the regions by itself: remove \"(" + to_string(*clause.region) + ")\"";
    if (clause.from && !changes)
      return "only increments, minima and maxima of scalars start from a value: remove \"from\"";
    return "";
  }

  // Why a clause of this key has no extent. Empty: it may have one.
  std::string refusal_of_extent() const {
    if (item_.loop) return "a loop over a set reads neighbours through maps, by \"via\" and the name of a map";
    if (access_ == Access::write) return "a routine writes at its own point only, so a write has no extent";
    if (access_ == Access::reduce) return "a reduction takes the owned points, so it has no extent";
    if (access_ == Access::interpolate) return "an interpolation takes owned points, so it has no extent";
    if (item_.kind != ItemKind::kernel) return "only reads of kernels have an extent, and this is a function";
    if (item_.block) return "the threads of a block kernel read where they like, so its clauses have no extent";
    return "";
  }

  void read_chosen(const yaml::Node& node) {
    if (access_ != Access::read && access_ != Access::write)
      return error(node, "found {clause: ..., points: ...}, which only \"reads\" and \"writes\" have: write the clause "
                         "alone");
    yaml::Fields entry(node, fields_.what() + ": " + key_, fields_.errors());
    if (auto clause = read_points_clause(entry, access_, item_)) item_.clauses.push_back(*std::move(clause));
  }

  void read_from(const yaml::Node& node) {
    const bool writes = access_ == Access::write;
    const auto same = [&](const ClausesFromParameter& other) { return (other.access == Access::write) == writes; };
    if (item_.kind == ItemKind::kernel)
      return error(node, "found a mapping; a kernel cannot take its clauses from a parameter: write the names of its "
                         "fields, and say under \"bind\" which variables they stand for");
    if (std::any_of(item_.following.begin(), item_.following.end(), same))
      return error(node,
                   std::string("found a second {from: ...}; expected at most one ") +
                       (writes ? "under \"writes\"" : "under \"reads\", \"reduces\" and \"interpolates\" together"));
    yaml::Fields from(node, fields_.what() + ": " + key_, fields_.errors());
    ClausesFromParameter result;
    result.access = access_;
    result.where = node.where;
    const yaml::Entry* entry = from.require("from", "{from: variables, every: every}");
    result.from = from.word("from");
    if (entry && entry->value.is_scalar() && !is_qualified_identifier(result.from))
      from.error(*entry, "found \"" + result.from + "\", expected the name of a string or string[] parameter");
    result.in_texts = from.boolean("in_texts");
    read_timelevel(from, result);
    result.every = read_every(fields_, from.find("every"), key_ + ": every");
    if (access_ == Access::reduce)
      read_which(from, result);
    else if (access_ != Access::interpolate)
      read_region(from, result);
    if (access_ == Access::read) result.points = read_points(from);
    if (result.points && item_.device)
      from.error(result.points->where, "points: says what travels to the host, but this function runs on the device: "
                                       "remove \"points\"");
    if (result.points && result.region && *result.region != Region::owned)
      from.error(result.points->where, "points: is for the owned points: remove \"region\"");
    from.finish();
    item_.following.push_back(std::move(result));
  }

  static void read_timelevel(yaml::Fields& from, ClausesFromParameter& result) {
    const yaml::Entry* entry = from.find("timelevel");
    if (!entry) return;
    const std::int64_t timelevel = from.integer("timelevel", 0);
    if (timelevel >= 0 && timelevel < 100)
      result.timelevel = static_cast<int>(timelevel);
    else
      from.error(*entry, "found " + std::to_string(timelevel) + ", expected 0, 1, 2, ...");
  }

  static void read_region(yaml::Fields& from, ClausesFromParameter& result) {
    const yaml::Entry* entry = from.find("region");
    if (!entry) return;
    try {
      result.region = parse_region(from.word("region"));
    } catch (const Error& error) {
      from.error(*entry, error.what());
    }
  }

  // Reads the name of the parameter that lists reductions, or a list of reductions.
  static void read_which(yaml::Fields& from, ClausesFromParameter& result) {
    const yaml::Entry* entry = from.find("which");
    if (!entry || entry->value.kind != yaml::Kind::sequence) {
      result.which = from.word("which");
      return;
    }
    result.reductions = from.words("which");
    if (entry->value.items.empty())
      from.error(*entry, "found an empty list; list at least one reduction, or remove the key to allow any");
  }

  yaml::Fields& fields_;
  std::string key_;
  Access access_;
  ItemDeclaration& item_;
};

} // namespace

void read_clauses(yaml::Fields& fields, ItemDeclaration& item) {
  ClauseReader(fields, "reads", Access::read, item).read();
  if (item.stage < 0) {
    ClauseReader(fields, "reduces", Access::reduce, item).read();
    ClauseReader(fields, "interpolates", Access::interpolate, item).read();
    if (const yaml::Entry* entry = fields.find("interpolates"); entry && item.device)
      fields.error(*entry, "brings values to the host, but this function runs on the device: remove "
                           "\"device\", or interpolate in a function of its own");
  }
  ClauseReader(fields, "writes", Access::write, item).read();
  if (item.stage >= 0) return;
  ClauseReader(fields, "increments", Access::increment, item).read();
  ClauseReader(fields, "minima", Access::minimum, item).read();
  ClauseReader(fields, "maxima", Access::maximum, item).read();
}

} // namespace nopal
