#!/usr/bin/env bash
# gcc 12.2.0-14+deb12u1 (Debian 12) with -O3 -msse4.1 -fno-trapping-math, a way to let loops vectorise that changes no value.
# Expected: (double)(long)-0.5 is 0.0. The integer is 0 and has no sign.
# Seen: it is -0.0, since the compiler takes trunc(x) for the two conversions. 1/x is then -infinity in place of infinity.
# Without -msse4.1, or without -fno-trapping-math, it is 0.0. -fno-signed-zeros, which would allow it, is not among the options.
set -euo pipefail
command -v apt-get >/dev/null || { echo "this needs Debian's apt-get" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get -q download gcc-12=12.2.0-14+deb12u1 cpp-12=12.2.0-14+deb12u1 libgcc-12-dev=12.2.0-14+deb12u1 >/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
cat >cast.c <<'C'
#include <stdio.h>
__attribute__((noinline)) double cast(double x) { return (double)(long)x; }
int main(int argc, char** argv) {
  (void)argv;
  printf("%g\n", cast(-0.5 * argc));
  return 0;
}
C
run() {
  root/usr/bin/gcc-12 -Broot/usr/lib/gcc/x86_64-linux-gnu/12 "$@" cast.c -o cast
  ./cast
}
root/usr/bin/gcc-12 --version | head -n 1
both=$(run -O3 -msse4.1 -fno-trapping-math)
without=$(run -O3 -msse4.1)
echo "(double)(long)-0.5 is $both with -fno-trapping-math, and $without without it"
[[ $both == -0 && $without == 0 ]]
echo "as seen"
