#!/usr/bin/env bash
# Every fuzz target, one after the other, FUZZ executions each (a million unless told otherwise). Called by `make fuzz`.
# A crash leaves its input in testdata/fuzz beside the test: commit it with the mend.
set -euo pipefail
cd "$(dirname "$0")/.."

git grep -oE 'func Fuzz\w+' -- 'internal/*_test.go' | while IFS=: read -r file target; do
  printf '%s in %s\n' "${target#func }" "$(dirname "$file")"
  # To minimise what only reaches new lines takes most of the time, and finds nothing.
  go test "./$(dirname "$file")" -run '^$' -fuzz "^${target#func }\$" -fuzztime "${FUZZ:-1000000x}" -fuzzminimizetime 50x | tail -n 4
done
