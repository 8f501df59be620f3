#pragma once
// What a device that reduces by the shared kernel (reduce_kernel.hpp) sends to the host.

#include "core/reductions/moments.hpp"

#include <array>
#include <cstdint>

namespace nopal {

/// Positions in the words of 8 bytes behind the digits of sum, magnitudes and squares.
enum class ReducedWord { nan, plus_infinity, minus_infinity, poison, infinite_squares, min, max };
constexpr int n_reduced_words = 7;

/// Two digits a word, the lower one in the lower half: those of sum, magnitudes and squares, carries propagated; then
/// ReducedWord.
constexpr int reduced_words = 3 * ExactSum::n_digits / 2 + n_reduced_words;
static_assert(ExactSum::n_digits % 2 == 0 && reduced_words * sizeof(std::int64_t) == reduced_bytes);

using ReducedWords = std::array<std::int64_t, reduced_words>;

/// What is not wanted of it keeps the value that Moments has of no point.
Moments moments_of(const ReducedWords& words, const MomentsWanted& wanted);

} // namespace nopal
