#!/usr/bin/env bash
# The alert rules of deploy/prometheus, checked and tried by Prometheus's own promtool. Called by `make alerts`.
# Debian's package is 19 MB; promtool alone is taken out of it, because installing it would start a Prometheus.
set -euo pipefail
cd "$(dirname "$0")/.."

promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
  promtool=$PWD/bin/promtool
  if [ ! -x "$promtool" ]; then
    command -v apt-get >/dev/null || { echo 'alerts: please install promtool, which comes with Prometheus' >&2; exit 1; }
    [ "$(id -u)" != 0 ] || apt-get -qq update
    package=$(mktemp -d)
    trap 'rm -rf "$package"' EXIT
    (cd "$package" && apt-get -qq -o APT::Sandbox::User=root download prometheus)
    mkdir -p bin
    dpkg-deb --fsys-tarfile "$package"/prometheus_*.deb | tar -x -C "$package" ./usr/bin/promtool
    mv "$package/usr/bin/promtool" "$promtool"
  fi
fi

"$promtool" check rules deploy/prometheus/alerts.yaml
"$promtool" test rules deploy/prometheus/alerts_test.yaml
