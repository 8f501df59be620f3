#pragma once
// `points:` of an item: the names of its parameters, and the clauses that have points.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"
#include "core/schedule/tree.hpp"

namespace nopal {

/// Turns the names of the parameters into full names. Returns whether all of them have the right type, and adds errors
/// if not.
bool resolve_points(const Names& names, const ItemTree::Item& item, PointsDeclaration& points, ErrorList& errors);

/// Adds an error for each slot that a clause with points names and another clause of the same key names, too. The
/// routine has its bindings.
void check_chosen(const Names& names, const ItemTree::Item& item, const Routine& routine, ErrorList& errors);

} // namespace nopal
