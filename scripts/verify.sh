#!/usr/bin/env bash
# Generates everything anew beside the tree and compares: a stale file is a failure. Called by `make verify`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

contract() {
  mkdir -p "$fresh/api" && go run ./cmd/contract >"$fresh/api/openapi.json" &&
    diff -u api/openapi.json "$fresh/api/openapi.json"
}

# The generator finds its input and output beside itself, so a copy of it works on the fresh contract.
web_types() {
  local file
  mkdir -p "$fresh/web/src/api" && cp -r web/scripts web/*.json "$fresh/web/" &&
    ln -s "$PWD/web/node_modules" "$fresh/web/node_modules" &&
    (cd "$fresh/web" && npm run --silent generate) || return
  for file in web/src/api/*.gen.ts "$fresh"/web/src/api/*.gen.ts; do
    diff -u "web/src/api/${file##*/}" "$fresh/web/src/api/${file##*/}" || return
  done
}

# -e: a dependency's own test dependency that can not be fetched is none of ours.
tidy() { go mod tidy -e -diff; }

stage 'API contract' contract
stage 'web types and rules' web_types
stage 'go.mod' tidy
finish 'make verify' || { echo 'run make generate (or go mod tidy -e) and commit what it changes'; exit 1; }
