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

stage gofmt formatted
stage 'go vet' go vet ./...
stage staticcheck go tool -modfile=tools/go.mod staticcheck ./...
stage 'import directions' go test ./internal/archtest
stage 'biome, oxlint, types' npm --prefix web run --silent check
finish 'make check'
