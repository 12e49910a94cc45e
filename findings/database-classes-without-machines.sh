#!/usr/bin/env bash
# Guess: a class of RDS such as db.r6gd.large runs on the machines of its family, so a region has it only where EC2 has r6gd there.
# Seen: by the lists that cfn-lint takes from AWS's prices, eleven of 38 regions have classes of MySQL or PostgreSQL whose family
#   EC2 does not sell there: r6gd in five of the newest ones, x2g in four of the largest. The other way round it is the usual case.
# For us: the sizes of databases by region are a list of their own, and never follow from those of machines.
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
extensions = Path(cfnlint.__file__).parent / "data/schemas/extensions"
read = lambda name: json.loads((extensions / name).read_text())
machines = read("aws_ec2_instance/instancetype_enum.json")
databases = read("aws_rds_dbinstance/dbinstanceclass_enum.json")
alone = {}
for region, rules in databases.items():
    if not isinstance(rules, dict) or "allOf" not in rules or region not in machines:
        continue
    classes = {
        one
        for rule in rules["allOf"]
        if rule["if"]["properties"]["Engine"].get("const") in ("mysql", "postgres")
        for one in rule["then"]["properties"]["DBInstanceClass"]["enum"]
    }
    alone[region] = {one.split(".")[1] for one in classes} - {one.split(".")[0] for one in machines[region]["enum"]}
for region, families in sorted(alone.items()):
    if families:
        print(f"{region}: RDS has {', '.join(sorted(families))}, EC2 has not")
found = sum(1 for families in alone.values() if families)
print(f"{found} of {len(alone)} regions")
sys.exit(0 if (found, len(alone)) == (11, 38) else "this has changed")
PY
echo "as found: RDS has classes in regions where EC2 does not sell their family"
