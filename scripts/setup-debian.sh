#!/usr/bin/env bash
# Installs the Debian packages that the named needs ask for, when they are missing and we are root.
# Otherwise says in one line what to install. Usage: scripts/setup-debian.sh race browser firefox postgres
set -euo pipefail

have() { command -v "$1" >/dev/null 2>&1; }

# compgen -G answers whether a pattern matches any file; Debian keeps the server's programs out of PATH.
have_postgres() { have postgres || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; }

# The race detector needs cgo: a compiler and the C library's headers.
have_race() { have gcc && [ -e /usr/include/stdlib.h ]; }

# Without any font Chromium draws no text and measures every word as nothing.
have_fonts() { compgen -G '/usr/share/fonts/truetype/*' >/dev/null; }

missing=()
for need in "$@"; do
  case $need in
    race) have_race || missing+=(gcc libc6-dev) ;;
    browser)
      node "$(dirname "$0")/../web/scripts/browser.mjs" >/dev/null 2>&1 || missing+=(chromium-headless-shell)
      have_fonts || missing+=(fonts-dejavu-core) ;;
    firefox) node "$(dirname "$0")/../web/scripts/browser.mjs" firefox >/dev/null 2>&1 || missing+=(firefox-esr) ;;
    postgres) have_postgres || missing+=(postgresql) ;;
    *) echo "setup: unknown need '$need'" >&2; exit 2 ;;
  esac
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" != 0 ] || ! have apt-get; then
  echo "setup: please install: ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  # Another package run may hold the lock for a while: wait for it instead of failing.
  apt-get -o DPkg::Lock::Timeout=300 -qq "$@" </dev/null >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}
install() { apt install -y --no-install-recommends "$@"; }

apt update
if [[ " ${missing[*]} " == *" postgresql "* ]]; then
  # Tests start their own server; Debian's package would otherwise create and start one that outlives them.
  install postgresql-common
  sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
fi
install "${missing[@]}"
