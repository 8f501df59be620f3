// log: see log_parts.
// Uses: log_parts
NOPAL_MATHS nopal_real nopal_log(nopal_real x) {
  const struct nopal_pair log = nopal_log_parts_of(x);
  const nopal_real special = nopal_choose(x == 0.0, -NOPAL_INFINITY, nopal_choose(x > 0.0, x, NOPAL_NAN));
  return nopal_choose((x > 0.0) & (x < NOPAL_INFINITY), log.high + log.low, special);
}
