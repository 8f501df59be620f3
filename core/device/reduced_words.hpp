#pragma once
// The result that the shared reduction kernel (reduce_kernel.hpp) sends to the host.

#include "core/reductions/moments.hpp"

#include <array>
#include <cstdint>

namespace nopal {

/// Positions of the words of 8 bytes that follow the digits of sum, magnitudes and squares.
enum class ReducedWord { nan, plus_infinity, minus_infinity, poison, infinite_squares, min, max };
constexpr int n_reduced_words = 7;

/// The number of words: first the digits of sum, magnitudes and squares, with carries propagated and two digits in each
/// word (the lower digit in the lower half), then ReducedWord.
constexpr int reduced_words = 3 * ExactSum::n_digits / 2 + n_reduced_words;
static_assert(ExactSum::n_digits % 2 == 0 && reduced_words * sizeof(std::int64_t) == reduced_bytes);

using ReducedWords = std::array<std::int64_t, reduced_words>;

/// Moments that are not wanted keep their initial value.
Moments moments_of(const ReducedWords& words, const MomentsWanted& wanted);

} // namespace nopal
