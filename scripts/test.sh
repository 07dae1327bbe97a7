#!/usr/bin/env bash
# Every test of the repository, against what `make build` built. Called by `make test`.
# GO=./internal/app runs the tests of these packages alone, E2E=renewals the end-to-end tests whose file matches.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh
source scripts/runners.sh

GO=${GO-} E2E=${E2E-}

# Proofs that `make prove` runs, and what is here instead of them: the same on SQLite, tests of the same statements on both, or
# fewer rounds (docs/testing.md).
proofs='^Test(Move|Kill(Bulk|Import|Plan|Webhooks)Postgres|KillLargeUndo|ParallelUploadsPostgres|SimulationPostgres|UpgradeMemory|Soak|SignInBurst)$'

# The longest packages first; three at a time on two processors, because some of them mostly wait.
longest=(./internal/httpapi ./cmd/btracker ./internal/prove ./internal/batch ./internal/store ./internal/record ./internal/change)

go_tests() { "${go_test[@]}" -p 3 -parallel 4 -timeout=30m "$@" | go run ./internal/tools/testsummary; }

whole() {
  local others
  others=$(go list ./... | grep -vxF -f <(go list "${raced_packages[@]}"))
  # shellcheck disable=SC2086 # names of packages
  go_tests -skip "$proofs" "${longest[@]}" $others
}

part() {
  if [ -n "$GO" ]; then
    scripts/setup-debian.sh postgres
    # shellcheck disable=SC2086 # names of packages
    stage "go test $GO" go_tests $GO
  fi
  if [ -n "$E2E" ]; then
    scripts/setup-debian.sh browser firefox postgres
    # shellcheck disable=SC2086 # names of files
    stage "end to end: $E2E" end_to_end $E2E
  fi
  finish "make test, in part"
}

if [ -n "$GO$E2E" ]; then
  part
  exit
fi

scripts/setup-debian.sh race browser firefox postgres

begin 'go test -race where goroutines meet' with_race
begin 'single sign-on against a real provider' own_module internal/oidctest
begin 'a client in Go of the contract' own_module internal/clienttest
begin 'certificates by ACME from a real authority' own_module internal/acmetest
begin 'archives, packages and the image of a release' own_module tools/release
stage 'go test (SQLite and PostgreSQL)' whole
await
stage 'web unit tests' npm --prefix web run --silent test
stage 'end to end in Chromium, smoke tests in Firefox, weights of the routes' end_to_end --grep-invert @prove
finish 'make test'
