#!/usr/bin/env bash
# Guess: `Fn::GetAZs` of an empty text gives the zones of the region in which the stack is made, in an emulator as well: `AWS::Region` in the same
#   stack is right, and EC2's DescribeAvailabilityZones in the same emulator knows the zones of each region.
# Seen: moto 5.2.5 gives the zones of us-east-1 in every region, and makes a subnet of a stack in Frankfurt in a zone of Virginia without a word. A
#   reference to AWS::Region in place of the empty text is not followed: the zone is the text of the reference, and an "a".
# For us: templates take the first zone by the empty text, as AWS documents it (src/domain/cloudformation/networks/networks.ts); our own
#   sandbox, and no moto, runs them.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile 'moto[cloudformation]==5.2.5'
AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any "$folder/venv/bin/python" - <<'PY'
import json
import sys

import boto3
from moto import mock_aws

region = "eu-central-1"
zone = {"Fn::Select": [0, {"Fn::GetAZs": ""}]}
body = {
    "Resources": {
        "V": {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}},
        "S": {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": {"Ref": "V"}, "CidrBlock": "10.0.0.0/24", "AvailabilityZone": zone}},
    },
    "Outputs": {
        "Region": {"Value": {"Ref": "AWS::Region"}},
        "Empty": {"Value": zone},
        "Named": {"Value": {"Fn::Select": [0, {"Fn::GetAZs": {"Ref": "AWS::Region"}}]}},
    },
}
print("moto 5.2.5, in", region)
with mock_aws():
    cloud = boto3.client("cloudformation", region_name=region)
    cloud.create_stack(StackName="s", TemplateBody=json.dumps(body))
    stack = cloud.describe_stacks(StackName="s")["Stacks"][0]
    outputs = {one["OutputKey"]: one["OutputValue"] for one in stack["Outputs"]}
    subnets = [one["AvailabilityZone"] for one in boto3.client("ec2", region_name=region).describe_subnets()["Subnets"] if one["CidrBlock"] == "10.0.0.0/24"]
print(outputs, "subnet:", subnets)
wrong = outputs["Empty"] == "us-east-1a" and outputs["Named"] == "{'Ref': 'AWS::Region'}a" and subnets == ["us-east-1a"]
sys.exit(0 if outputs["Region"] == region and wrong else "this has changed")
PY
echo "as found: the empty text gives the zones of us-east-1"
