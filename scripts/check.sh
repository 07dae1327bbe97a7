#!/usr/bin/env bash
# Format, lint, types and the folder-import rules, for both languages. Called by `make check`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh

formatted() {
  local unformatted
  unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs -r gofmt -l)
  [ -z "$unformatted" ] || { printf 'not formatted, run gofmt -w on:\n%s\n' "$unformatted"; return 1; }
}

# A skipped test is one that nobody runs. Go's are counted when they run (internal/tools/testsummary).
no_skipped_tests() {
  ! git grep -nE '\b(it|test|describe)(\.\w+)*\.(skip|only|fixme|todo)\b' -- 'web/*.ts' 'web/*.tsx' 'web/*.mjs'
}

# An exception stands beside its line, with a reason: #nosec RULE -- why. Tools and test servers, which are not in the
# binary, start other programs; that is what they are for.
secure() {
  go tool -modfile=tools/go.mod gosec -quiet -severity medium -exclude-dir internal/tools -exclude-dir tools/release -exclude-dir internal/pgtest ./...
}

stage gofmt formatted
stage 'go vet' go vet ./...
stage 'go vet of the tests of single sign-on' go -C internal/oidctest vet ./...
stage 'go vet of the tests of generated clients' go -C internal/clienttest vet ./...
stage 'go vet of the tests of ACME' go -C internal/acmetest vet ./...
stage 'go vet of the release' go -C tools/release vet ./...
stage staticcheck go tool -modfile=tools/go.mod staticcheck ./...
stage 'gosec, medium and higher' secure
stage 'import directions' go test ./internal/archtest
stage 'no skipped web tests' no_skipped_tests
stage 'biome, oxlint, types' npm --prefix web run --silent check
finish 'make check'
