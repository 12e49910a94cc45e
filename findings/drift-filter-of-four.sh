#!/usr/bin/env bash
# Guess: a filter takes every value of its enumeration, so a caller who wants all drifts but those IN_SYNC names the other five.
# Seen: StackResourceDriftStatus has six values, and StackResourceDriftStatusFilters of DescribeStackResourceDrifts is a list of at
#   most four. AWS's own client sends five without a word: botocore's validator looks at types, required members and least sizes,
#   and at no largest size and no pattern. So only the service refuses, or the model, for who reads it. UNSUPPORTED and NOT_CHECKED
#   are values; AWS's text of the filter describes five of the six, and says that NOT_CHECKED is never answered.
# For us: four are asked for, without NOT_CHECKED. The sandbox holds every call against the largest sizes, patterns and values of the
#   models (local/sandbox/aws/calls/limits.json), which found this: it had taken five.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check botocore==1.44.8
cat > "$folder/look.py" <<'PY'
import sys

import botocore
from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.validate import ParamValidator

raw = Loader().load_service_model("cloudformation", "service-2")
values = raw["shapes"]["StackResourceDriftStatus"]["enum"]
most = raw["shapes"]["StackResourceDriftStatusFilters"]["max"]
said = raw["shapes"]["DescribeStackResourceDriftsInput"]["members"]["StackResourceDriftStatusFilters"]["documentation"]
shape = ServiceModel(raw, "cloudformation").operation_model("DescribeStackResourceDrifts").input_shape
five = [one for one in values if one != "IN_SYNC"]
report = ParamValidator().validate({"StackName": "a", "StackResourceDriftStatusFilters": five}, shape)
print("botocore", botocore.__version__)
print("values:", len(values), values)
print("a filter takes at most:", most)
print(f"botocore's own check of {len(five)}:", report.generate_report() or "nothing to say")
print("described:", [one for one in values if f"<code>{one}</code>" in said])
as_found = len(values) == 6 and most == 4 and len(five) == 5 and not report.has_errors()
sys.exit(0 if as_found else "this has changed")
PY
"$folder/venv/bin/python" "$folder/look.py"
echo "as found: six values, a filter of four, and no client that says so"
