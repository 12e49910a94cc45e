#!/usr/bin/env bash
# Guess: the Rucio client sends a time that knows its zone as the same moment in UTC, since what it sends says UTC; and it reads times in ISO 8601, as
#   the filters of its command line do.
# Seen: the hours are sent as they stand, with UTC behind them: files made after 12:00 in Rome are searched for from 14:00 Rome time on, and
#   nobody says a word. Its reader of times takes its own form of time alone, and refuses ISO 8601.
# For us: every time in an answer or an event is in UTC and ends with Z (docs/events.md), so a script that hands it to Rucio's client loses nothing.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile rucio-clients==41.5.1
mkdir "$folder/etc"
printf '[common]\nlogdir = %s\n[client]\nrucio_host = https://rucio.example.org\nauth_host = https://rucio.example.org\n' "$folder" > "$folder/etc/rucio.cfg"
export RUCIO_HOME="$folder" RUCIO_CONFIG="$folder/etc/rucio.cfg"
"$folder/venv/bin/python" - <<'PY'
import sys
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

from rucio.client.didclient import DIDClient
from rucio.common.utils import render_json, str_to_date

print("rucio-clients", version("rucio-clients"))
noon_in_rome = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2)))
sent = []


class Client(DIDClient):
    def __init__(self):
        self.list_hosts = ["https://rucio.example.org"]

    def _send_request(self, url, *, method, **_):
        sent.append(url)
        return SimpleNamespace(status_code=200, headers={}, text="", iter_lines=lambda **_: [])


list(Client().list_dids("data", {"created_after": noon_in_rome}))
print("the moment:", noon_in_rome.isoformat())
query = parse_qs(urlsplit(sent[0]).query)
print("the query:", query)
body = render_json(at=noon_in_rome)
print("a body:", body)


def reads(text):
    try:
        return str(str_to_date(text))
    except ValueError:
        return "refused"


iso, own = reads("2026-07-01T10:00:00.000Z"), reads("Wed, 01 Jul 2026 10:00:00 UTC")
print("reads ISO 8601:", iso, "- reads its own form:", own)
wrong = "12:00:00 UTC" in str(query) and "12:00:00 UTC" in body
sys.exit(0 if wrong and iso == "refused" and own == "2026-07-01 10:00:00" else "this has changed")
PY
echo "as found: a time with a zone is sent as if it were UTC"
