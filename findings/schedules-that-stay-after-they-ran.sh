#!/usr/bin/env bash
# Guess: what CreateSchedule of EventBridge Scheduler takes, AWS::Scheduler::Schedule has as well, member by member: AWS makes its resource types over
#   its own calls. So a schedule for one moment is written in a template with ActionAfterCompletion: DELETE.
# Seen: the type has no such property, in AWS's resource schema and in CDK's data of the same weeks; an expression `at(…)` is taken. Such a
#   schedule stays when it has run, and counts towards the quota until its stack is changed. The two targets for the second kind of
#   event bus are missing in the type, too.
# For us: moments are kept in a table of our own and need no schedule each; the stack has fixed rates alone (lib).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @aws-cdk/aws-service-spec@0.1.216 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile cfn-lint==1.58.0 botocore==1.44.8
cat > look.mjs <<'JS'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
const [type] = loadAwsServiceSpecSync().lookup('resource', 'cloudFormationType', 'equals', 'AWS::Scheduler::Schedule');
console.log(JSON.stringify(Object.keys(type.properties)));
JS
node look.mjs > cdk.json
"$folder/venv/bin/python" - <<'PY'
import json
import sys
from pathlib import Path

import botocore.session
import cfnlint

model = botocore.session.get_session().get_service_model("scheduler")
request = model.operation_model("CreateSchedule").input_shape
files = (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json")
schema = next(one for one in (json.loads(file.read_text()) for file in files) if one["typeName"] == "AWS::Scheduler::Schedule")
with open("cdk.json") as file:
    cdk = json.load(file)
missing = sorted(set(request.members) - set(schema["properties"]))
targets = sorted(set(request.members["Target"].members) - set(schema["definitions"]["Target"]["properties"]))
print("botocore 1.44.8, cfn-lint 1.58.0, @aws-cdk/aws-service-spec 0.1.216")
print("members of CreateSchedule that the type lacks:", ", ".join(missing))
print("members of its target that the type lacks:", ", ".join(targets))
print("CDK has ActionAfterCompletion:", "ActionAfterCompletion" in cdk)
print("what it may be:", ", ".join(request.members["ActionAfterCompletion"].enum))
sys.exit(0 if "ActionAfterCompletion" in missing and "ActionAfterCompletion" not in cdk else "this has changed")
PY
echo "as found: a schedule of a template cannot say that it goes after it ran"
