#!/usr/bin/env bash
# The development server: vite shows each change of web/ at once, and the program is built and started again when a file
# of its own changes. Called by `make dev`, behind `make build`.
set -euo pipefail
cd "$(dirname "$0")/.."

address=127.0.0.1:8080
server= vite= tried=bin/.tried
rm -f "$tried"

stop() {
  for process in $server $vite; do kill "$process" 2>/dev/null || true; done
  wait
}
trap stop EXIT

BTRACKER_DEV_SERVER=http://$address npm --prefix web run --silent dev -- --clearScreen false &
vite=$!

while true; do
  if [ ! -e "$tried" ] || [ -n "$(find cmd internal api docs/guide go.mod -newer "$tried" -type f -print -quit)" ]; then
    touch "$tried"
    # What does not compile leaves the last program running.
    if go build -o bin/btracker ./cmd/btracker; then
      [ -z "$server" ] || { kill "$server"; wait "$server" || true; }
      bin/btracker serve --demo --addr "$address" &
      server=$!
    fi
  fi
  kill -0 "$vite" # it ends when the terminal does
  sleep 1
done
