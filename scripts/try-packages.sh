#!/usr/bin/env bash
# Installs what `make release` makes, as a stranger would, and serves from it: the archive, then the Debian package.
# Needs root on a Debian that may be changed, such as a container.
set -euo pipefail
cd "$(dirname "$0")/.."

processor=$(dpkg --print-architecture)
make release VERSION=v0.0.1 TARGETS="linux-$processor"
cd dist/release
sha256sum --check --quiet SHA256SUMS

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

# serves PROGRAM NAME: it starts with demo data, becomes healthy, answers a sign-in, and ends when told to.
serves() {
  local program=$1 data=$work/$2 log=$work/$2.log
  export BTRACKER_ADDR=127.0.0.1:18080
  "$program" version | grep -F 'btracker v0.0.1,'
  "$program" serve --demo --data "$data" >"$log" 2>&1 &
  server=$!
  for _ in $(seq 60); do
    "$program" health 2>/dev/null && break
    kill -0 "$server" || { cat "$log"; exit 1; }
    sleep 1
  done
  "$program" health
  grep -F 'Sign in as admin@example.com' "$log"
  kill "$server"
  wait "$server"
  server=
  echo "served from the $2"
}

mkdir "$work/unpacked"
tar -C "$work/unpacked" -xzf "btracker_0.0.1_linux-$processor.tar.gz"
serves "$work/unpacked/btracker_0.0.1_linux-$processor/btracker" archive

dpkg --install "btracker_0.0.1_$processor.deb"
[ "$(stat -c %a /etc/btracker/env)" = 600 ]
dpkg --verify btracker
serves /usr/bin/btracker package
dpkg --purge btracker
[ ! -e /usr/bin/btracker ] && [ ! -e /etc/btracker/env ]
echo 'the package is gone without a trace'
