#!/usr/bin/env bash
# Guess: the path of a replica on a deterministic storage element of Rucio is scope/two/two/name for every scope, with two pairs of letters of a hash; so
#   whoever has the scope finds its folder.
# Seen: of a scope that begins with "user" or "group", each dot becomes a folder: user.olga is user/olga. Of every other scope the dots stay.
#   What counts is how the text begins: the scope of an experiment that is called userdata.v2 or groupware.v2 is split, too, and
#   data.user is not.
# For us: of Rucio only the expressions for storage elements are read (docs/jobs.md); no path of its replicas is worked out here.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile rucio-clients==41.5.1
mkdir "$folder/etc"
printf '[common]\nlogdir = %s\n[client]\nrucio_host = https://rucio.example.org\nauth_host = https://rucio.example.org\n' "$folder" > "$folder/etc/rucio.cfg"
export RUCIO_HOME="$folder" RUCIO_CONFIG="$folder/etc/rucio.cfg"
"$folder/venv/bin/python" - <<'PY'
import logging
import sys
from importlib.metadata import version

from rucio.rse.translation import RSEDeterministicTranslation

logging.disable(logging.CRITICAL)
translation = RSEDeterministicTranslation("ANY")
print("rucio-clients", version("rucio-clients"))
expected = {
    "data.v2": "data.v2", "user.olga": "user/olga", "group.phys": "group/phys",
    "userdata.v2": "userdata/v2", "groupware.v2": "groupware/v2", "data.user": "data.user",
}
seen = {}
for scope in expected:
    path = translation.path(scope, "file.root")
    seen[scope] = path.rsplit("/", 3)[0]
    print(f"{scope}:file.root is at {path}")
sys.exit(0 if seen == expected else "this has changed")
PY
echo "as found: dots become folders in scopes that begin with user or group"
