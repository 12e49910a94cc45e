#!/usr/bin/env bash
# Guess: an emulator of CloudFormation compares the parameters of a stack with what the template says of them, as CloudFormation does before anything is
#   made: AllowedValues, AllowedPattern, MaxValue, and names that the template does not have. moto refuses a parameter without a value.
# Seen: moto 5.2.5 takes every value and every name; and the value of a NoEcho parameter is shown, where CloudFormation shows stars. So a test
#   in moto passes with values that the real one refuses, and shows a secret that the real one hides.
# For us: inputs are compared by their constraints here, before a stack is asked for (src/tosca/phase5-inputs.ts); our own sandbox of AWS
#   is not made of moto (docs/decisions/0034).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile 'moto[cloudformation]==5.2.5'
AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any AWS_DEFAULT_REGION=eu-west-1 "$folder/venv/bin/python" - <<'PY'
import json
import sys

import boto3
from botocore.exceptions import ClientError
from moto import mock_aws


def outcome(cloud, name, declared, given):
    body = {"Parameters": declared, "Resources": {"Q": {"Type": "AWS::SQS::Queue"}}}
    parameters = [{"ParameterKey": key, "ParameterValue": value} for key, value in given.items()]
    try:
        cloud.create_stack(StackName=name, TemplateBody=json.dumps(body), Parameters=parameters)
    except ClientError as error:
        return "refused: " + error.response["Error"]["Message"]
    return "taken"


cases = {
    "AllowedValues [small], given huge": ({"P": {"Type": "String", "AllowedValues": ["small"]}}, {"P": "huge"}),
    "AllowedPattern [a-z]+, given 9": ({"P": {"Type": "String", "AllowedPattern": "[a-z]+"}}, {"P": "9"}),
    "MaxValue 3, given 9": ({"P": {"Type": "Number", "MaxValue": 3}}, {"P": "9"}),
    "a name that the template lacks": ({}, {"P": "9"}),
    "no value at all": ({"P": {"Type": "String"}}, {}),
}
print("moto 5.2.5")
with mock_aws():
    cloud = boto3.client("cloudformation")
    seen = []
    for number, (what, (declared, given)) in enumerate(cases.items()):
        seen.append(outcome(cloud, f"s{number}", declared, given))
        print(f"{what}: {seen[-1]}")
    outcome(cloud, "hidden", {"P": {"Type": "String", "NoEcho": True}}, {"P": "a secret"})
    shown = cloud.describe_stacks(StackName="hidden")["Stacks"][0]["Parameters"][0]["ParameterValue"]
    print("NoEcho is shown as:", shown)
sys.exit(0 if seen[:4] == ["taken"] * 4 and seen[4].startswith("refused") and shown == "a secret" else "this has changed")
PY
echo "as found: no constraint of a parameter is applied"
