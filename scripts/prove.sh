#!/usr/bin/env bash
# What is worth an hour or two, before a release: every Go test with the race detector and every matrix whole on both databases;
# every end-to-end test; then the proofs of internal/prove in full. Called by `make prove`; PROVE="-run Kill" runs these proofs alone.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh
source scripts/runners.sh

everything_raced() {
  local packages
  packages=$(go list ./... | grep -v /internal/prove$)
  # shellcheck disable=SC2086 # names of packages
  BTRACKER_TEST_FULL=1 race -timeout=90m $packages
}

everything_end_to_end() { BTRACKER_TEST_FULL=1 end_to_end; }

proofs() {
  # shellcheck disable=SC2086 # flags
  BTRACKER_TEST_FULL=1 go test ./internal/prove -count 1 -timeout 4h -v ${PROVE-}
}

scripts/setup-debian.sh race browser firefox postgres
if [ -z "${PROVE-}" ]; then
  stage 'go test -race, everything in full (SQLite and PostgreSQL)' everything_raced
  stage 'end to end, everything' everything_end_to_end
fi
stage 'internal/prove in full' proofs
finish 'make prove'
