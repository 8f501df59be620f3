// sin x = (-1)^n sin(high + low), x = n pi + high + low. The sign of zero is kept.
// Uses: reduced_angle far_angle half_turn
NOPAL_MATHS nopal_real nopal_near_sin(nopal_real x) {
  return nopal_choose(x == 0.0, x, nopal_sin_of_turns(nopal_near_angle_of(x, 2.0)));
}

NOPAL_MATHS nopal_real nopal_sin(nopal_real x) {
  struct nopal_reduced_angle angle = nopal_near_angle_of(x, 2.0);
  NOPAL_REDUCE_FAR(angle, nopal_far_even_turns, x, NOPAL_IS_NEAR(x));
  const nopal_real y = nopal_choose(x == 0.0, x, nopal_sin_of_turns(angle));
  return nopal_choose(nopal_absolute(x) < NOPAL_INFINITY, y, NOPAL_NAN);
}
