#!/usr/bin/env bash
# The files for Compose and for Kubernetes, held against the schemas of both. Called by `make manifests`.
set -euo pipefail
cd "$(dirname "$0")/.."

# The validators print the whole of what they read; only what they refuse is of interest.
validate() {
  local name=$1 said
  shift
  said=$(go tool -modfile=tools/manifests.mod "$@" 2>&1) || { printf '%s\n' "$said"; return 1; }
  echo "$name: well"
}

validate Compose github.com/compose-spec/compose-go/v2/cmd -no-interpolation deploy/compose/compose.yaml
# The last Kubernetes whose schemas the validator brings with it.
validate Kubernetes kubectl-validate --version 1.30 deploy/kubernetes
