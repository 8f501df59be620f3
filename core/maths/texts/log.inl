// log: see log_parts. Error 0.54 ulp.
// Uses: log_parts
NOPAL_MATHS nopal_real nopal_log(nopal_real x) {
  const struct nopal_pair log = nopal_log_parts_of(x);
  return nopal_log_for_all(x, log.high + log.low);
}
