#pragma once
// For mesh functions of thorns (NOPAL_MESH): the icosahedral topology by rule.

#include "core/sets/icosahedral.hpp"
