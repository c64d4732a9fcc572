#!/usr/bin/env bash
# Creates .venv with the first Python 3.11 or newer that runs; PYTHON=... names another one.
set -euo pipefail

# Debian's own first: most have it, it is an early 3.11, and it is built to be fast.
candidates=(${PYTHON:-/usr/bin/python3.11 python3.11 python3.12 python3.13 python3 /usr/bin/python3})

find_python() {
    local candidate modules
    # Debian ships ensurepip as a package of its own: rather than install it, take another Python that has it.
    for modules in "sys, ensurepip" "sys"; do
        for candidate in "${candidates[@]}"; do
            # A name on the PATH may be a placeholder that does not run, hence the trial.
            if "$candidate" -c "import $modules; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
                echo "$candidate"
                return
            fi
        done
    done
    echo "No Python 3.11 or newer was found. Install one (Debian: apt-get install python3 python3-venv)," >&2
    echo "or name one: make PYTHON=/path/to/python3.12 ..." >&2
    return 1
}

python=$(find_python)
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "Python $version lacks ensurepip. As root: apt-get install python$version-venv; then try again." >&2
        exit 1
    fi
    echo "Installing Debian's python$version-venv ..."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "python$version-venv" >/dev/null
fi

echo "Creating .venv with Python $version ..."
"$python" -m venv --clear .venv
