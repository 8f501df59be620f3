// All texts, each after those that it uses.
#include "core/maths/coefficients.inl"
#include "core/maths/texts/numbers.inl"

#include "core/maths/texts/exp_parts.inl"
#include "core/maths/texts/exp.inl"
#include "core/maths/texts/exp2.inl"
#include "core/maths/texts/expm1.inl"
#include "core/maths/texts/sinh_cosh_parts.inl"
#include "core/maths/texts/cosh.inl"
#include "core/maths/texts/sinh.inl"
#include "core/maths/texts/tanh.inl"

#include "core/maths/texts/log_parts.inl"
#include "core/maths/texts/log.inl"
#include "core/maths/texts/log_pair.inl"
#include "core/maths/texts/log_of_quotient.inl"
#include "core/maths/texts/area_of.inl"
#include "core/maths/texts/acosh.inl"
#include "core/maths/texts/asinh.inl"
#include "core/maths/texts/atanh.inl"

#include "core/maths/texts/scaled_sum.inl"
#include "core/maths/texts/pow.inl"

#include "core/maths/texts/far_angle.inl"
#include "core/maths/texts/reduced_angle.inl"
#include "core/maths/texts/sin_cos_parts.inl"
#include "core/maths/texts/cos.inl"
#include "core/maths/texts/sin.inl"

#include "core/maths/texts/erf.inl"
#include "core/maths/texts/erfc.inl"
