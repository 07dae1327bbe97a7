#!/usr/bin/env bash
# Generates everything anew beside the tree and compares: a stale file is a failure. Called by `make verify`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/stages.sh

fresh=$stages_dir/fresh
mkdir "$fresh"

contract() {
  mkdir -p "$fresh/api" && go run ./cmd/contract >"$fresh/api/openapi.json" &&
    diff -u api/openapi.json "$fresh/api/openapi.json"
}

web_types() {
  mkdir "$fresh/web" && node web/scripts/generate.mjs "$fresh/api/openapi.json" "$fresh/web" "$fresh/german.gen.json" &&
    diff -u internal/tracker/german.gen.json "$fresh/german.gen.json" &&
    for file in web/src/api/*.gen*.ts "$fresh"/web/*; do
      diff -u "web/src/api/${file##*/}" "$fresh/web/${file##*/}" || return 1
    done
}

# -e: a dependency's own test dependency that can not be fetched is none of ours, and its complaint only noise.
tidy() { go -C "$1" mod tidy -e -diff 2>"$fresh/tidy.log" || { cat "$fresh/tidy.log"; return 1; }; }

stage 'API contract' contract
stage 'web types and rules' web_types
stage 'go.mod' tidy .
stage 'go.mod of the tests of single sign-on' tidy internal/oidctest
stage 'go.mod of the tests of generated clients' tidy internal/clienttest
stage 'go.mod of the tests of ACME' tidy internal/acmetest
stage 'go.mod of the release' tidy tools/release
finish 'make verify' || { echo 'run make generate (or go mod tidy -e) and commit what it changes'; exit 1; }
