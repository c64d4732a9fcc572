#!/usr/bin/env bash
# Tests what computes and reads, the installed wheel and the tutorial under the oldest and the newest supported Python,
# and says if one is not there. The tests of whole sites and of browsers run under one Python only: `make test`.
set -euo pipefail

find_python() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        # A name on the PATH may be a placeholder that does not run, hence the trial.
        if "$candidate" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

tested=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
absent=()
transcripts=tests/test_transcripts.py
for version in 3.11 3.13; do  # the oldest and the newest
    [ "$version" = "$tested" ] && continue
    if ! python=$(find_python "$version"); then
        absent+=("$version")
        continue
    fi
    folder=.venv/python$version
    if [ ! -e "$folder/complete" ] || [ requirements/development.txt -nt "$folder/complete" ]; then
        echo "Installing what tests need into $folder (once) ..."
        "$python" -m venv --clear "$folder"
        "$folder/bin/python" -m pip install -qq --disable-pip-version-check --no-input --require-hashes \
            -r requirements/development.txt -r requirements/build.txt
        "$folder/bin/python" -m pip install -qq --disable-pip-version-check --no-input --no-deps \
            --no-build-isolation -e .
        touch "$folder/complete"
    fi
    echo "Python $version:"
    INEXREPORT_TRANSCRIPTS=installed "$folder/bin/python" -m pytest -q -p no:cacheprovider \
        --numprocesses auto --dist loadfile \
        inexreport tests/metrics tests/judging tests/formats tests/building/test_edge_campaigns.py \
        "$transcripts::test_a_page_shows_what_its_commands_print[first-campaign.md]" \
        "$transcripts::test_the_installed_wheel_builds_a_site_away_from_the_sources" \
        -k "not properties and not finite_numbers"
done
[ "${#absent[@]}" -eq 0 ] || echo "Not tested, since they are not there: Python ${absent[*]}."
