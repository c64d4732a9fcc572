#!/usr/bin/env bash
# Sees to it that the browser tests find Chromium: installs Debian's where that is possible.
set -euo pipefail

for name in ${INEXREPORT_CHROMIUM:-} chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
        exit 0
    fi
done

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "No Chromium was found: tests marked 'browser' are left out; the list at the end names them."
    echo "To run them: install Chromium (Debian, as root: apt-get install chromium)," \
        "or set INEXREPORT_CHROMIUM to its program."
    exit 0
fi

echo "Installing Debian's chromium for the browser tests (once) ..."
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null
