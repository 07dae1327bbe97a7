#!/usr/bin/env bash
# Every test of the repository, against what `make build` built. Called by `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh

# The race detector watches all Go that people wrote, the driver of SQLite included. SQLite itself is C that a program
# has turned into Go: watching each of its pointers would be three quarters of the work, and it locks by itself.
unwatched=()
for package in modernc.org/sqlite/lib modernc.org/libc modernc.org/memory; do
  unwatched+=("-gcflags=$package=-race=false")
done

# The longest packages first; three at a time on two processors, because some of them mostly wait.
longest=(./internal/hub ./internal/httpapi ./cmd/btracker ./internal/prove)

go_tests() {
  # The race detector is the one thing here that needs cgo.
  CGO_ENABLED=1 go test -race "${unwatched[@]}" -p 3 -count=1 -timeout=40m -json "${longest[@]}" ./... |
    go run ./internal/tools/testsummary
}

# Modules of their own: what they test against brings much that the program does not need.
own_module() (
  cd "$1"
  CGO_ENABLED=1 go test -race "${unwatched[@]}" -count=1 -timeout=15m -json ./... | (cd ../.. && go run ./internal/tools/testsummary)
)

end_to_end() (
  go build -C internal/oidctest -o ../../bin/oidc-provider ./provider
  cd web
  node_modules/.bin/playwright test
)

scripts/setup-debian.sh race browser firefox postgres

stage 'go test -race (SQLite and PostgreSQL)' go_tests
stage 'single sign-on against a real provider' own_module internal/oidctest
stage 'certificates by ACME from a real authority' own_module internal/acmetest
stage 'web unit tests' npm --prefix web run --silent test
stage 'end to end in Chromium, smoke tests in Firefox, weights of the routes' end_to_end
finish 'make test'
