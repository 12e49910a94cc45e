#!/usr/bin/env bash
# Guess: the permissions that AWS publishes for the handlers of a type are single actions, as the guide for resource types asks, so a
#   role made of them may do what the type needs and no more.
# Seen: two types publish all actions of whole services: a data lake of Security Lake asks for s3:*, lambda:*, sqs:*, glue:* and three more.
# For us: the rights of an allowed type are those that AWS publishes. Whoever allows such a type gives the role of CloudFormation these
#   services; rights that give rights (of iam, sts, sso, organizations) are left out in any case.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cfn-lint==1.58.0
"$folder/venv/bin/python" - <<'PY'
import json
import sys
from pathlib import Path

import cfnlint

print("cfn-lint 1.58.0")
whole = {}
for file in sorted((Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json")):
    schema = json.loads(file.read_text())
    actions = {one for handler in (schema.get("handlers") or {}).values() for one in handler.get("permissions", [])}
    services = sorted(one for one in actions if one.endswith(":*"))
    if services:
        whole[schema["typeName"]] = services
for name, services in whole.items():
    print(f"{name}: {', '.join(services)}")
print(f"{len(whole)} types")
sys.exit(0 if "s3:*" in whole.get("AWS::SecurityLake::DataLake", []) else "this has changed")
PY
echo "as found: handlers of some types ask for all actions of services"
