#!/usr/bin/env bash
# Sees to it that the browser tests can run: installs from Debian what they lack, where that is possible.
set -euo pipefail

has_browser() {
    local name
    for name in ${INEXREPORT_CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

driver_starts() {
    .venv/bin/playwright --version >/dev/null 2>&1
}

# The Nu Html Checker runs in Java.
has_java() {
    command -v java >/dev/null
}

missing=()
has_browser || missing+=(chromium-headless-shell)
# A minimal Debian lacks a library of Playwright's driver.
driver_starts || missing+=(libatomic1)
has_java || missing+=(default-jre-headless)
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Tests marked 'browser' are left out, for lack of ${missing[*]}; pytest's closing list names them."
    echo "To run them: as root, apt-get install ${missing[*]}; or set INEXREPORT_CHROMIUM to a Chromium program."
    exit 0
fi

echo "Installing Debian's ${missing[*]} for the browser tests (once) ..."
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
has_browser
driver_starts
has_java
