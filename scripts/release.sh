#!/usr/bin/env bash
# Builds what people install, of the commit that is checked out. Called by `make release` and `make image`:
#   release.sh VERSION ORIGIN DIRECTORY [flags of tools/release]
# ORIGIN is where make has VERSION from. Only one from the command line may be without a tag and with changes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1 origin=$2 directory=$3
shift 3

if [ "$origin" != 'command line' ]; then
  if ! git describe --tags --exact-match >/dev/null 2>&1 || [ -n "$(git status --porcelain)" ]; then
    echo "A release is built from a tag without changes: git tag v1.2.3. To try one: make release VERSION=v1.2.3" >&2
    exit 1
  fi
  grep -qE "^## ${version#v} \([0-9-]{10}\)$" CHANGELOG.md ||
    { echo "CHANGELOG.md has no section of ${version#v} with its day: ## ${version#v} ($(date -u +%F))" >&2; exit 1; }
  for manifest in deploy/compose/compose.yaml deploy/kubernetes/btracker.yaml; do
    grep -qE "image: (\S+/)?btracker:$version$" "$manifest" || { echo "$manifest names another version than $version" >&2; exit 1; }
  done
fi

rm -rf "$directory"
mkdir -p "$(dirname "$directory")"
go build -C tools/release -o ../../bin/release .
bin/release -version "$version" -commit "$(git rev-parse HEAD)" -time "$(git log -1 --format=%ct)" -out "$directory" "$@"
