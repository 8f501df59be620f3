#!/usr/bin/env bash
# libc6 2.41-12+deb13u5 (Debian 13).
# Expected: fprintf(stderr, ...) hands a line over with one call of write, so that lines of several processes that share a terminal or a
# pipe do not mix. libc6 2.36-9+deb12u14 of Debian 12 does so.
# Seen: it calls write for each 128 bytes. fputs calls it once.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' libc6)
[[ $version == 2.41-12+deb13u5 ]] || { echo "this needs libc6 2.41-12+deb13u5, found $version" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.c <<'C'
#include <stdio.h>
int main(int argc, char** argv) {
  (void)argv;
  if (argc == 1) return fprintf(stderr, "%0299d\n", 1) != 300;
  char text[301];
  snprintf(text, sizeof text, "%0299d\n", 1);
  return fputs(text, stderr) < 0;
}
C
cc -O0 program.c -o program
# A pipe of packets keeps apart what each write has written.
cat >count.py <<'P'
import os, subprocess, sys
read, write = os.pipe2(os.O_DIRECT)
subprocess.run(sys.argv[1:], stderr=write, check=True)
os.close(write)
print(*(len(packet) for packet in iter(lambda: os.read(read, 65536), b"")))
P
printed=$(python3 count.py ./program) put=$(python3 count.py ./program fputs)
echo "bytes of each write: fprintf $printed; fputs $put"
[[ $printed == "128 128 44" && $put == 300 ]]
