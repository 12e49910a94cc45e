#!/usr/bin/env bash
# Guess: the waiter `stack_rollback_complete`, which the SDKs have since RollbackStack exists, ends when the stack is ROLLBACK_COMPLETE, and fails
#   when it is ROLLBACK_FAILED: RollbackStack also takes a stack whose creation failed.
# Seen: neither status ends it, in botocore and in the SDK for JavaScript: only UPDATE_ROLLBACK_COMPLETE is a success. After a failed creation it asks
#   on, until it gives up: 120 times, half a minute apart. Its sister for creations takes UPDATE_ROLLBACK_FAILED for a success.
# For us: no waiter of a kit is used; every status has its meaning in one table (src/adapters/cloudformation/stack-status.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @aws-sdk/client-cloudformation@3.1162.0 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile botocore==1.44.8
cat > look.mjs <<'JS'
import { waitUntilStackCreateComplete, waitUntilStackRollbackComplete } from '@aws-sdk/client-cloudformation';

const ends = async (wait, StackStatus) => {
  const client = { send: async () => ({ Stacks: [{ StackStatus }] }) };
  const waiting = { client, maxWaitTime: 2, minDelay: 1, maxDelay: 1 };
  const { state } = await wait(waiting, { StackName: 'any' }).catch((error) => ({ state: error.name }));
  return state === 'SUCCESS' ? 'success' : state === 'TimeoutError' ? 'waits' : 'failure';
};
console.log(JSON.stringify({
  rollback: await Promise.all(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'UPDATE_ROLLBACK_COMPLETE'].map((one) => ends(waitUntilStackRollbackComplete, one))),
  create: await Promise.all(['UPDATE_ROLLBACK_FAILED'].map((one) => ends(waitUntilStackCreateComplete, one))),
}));
JS
node look.mjs > javascript.json
"$folder/venv/bin/python" - <<'PY'
import json
import sys

import botocore.session
from botocore.exceptions import WaiterError
from botocore.stub import Stubber


def client():
    return botocore.session.get_session().create_client(
        "cloudformation", region_name="eu-west-1", aws_access_key_id="any", aws_secret_access_key="any"
    )


def ends(waiter, status):
    cloud = client()
    stack = {"StackName": "any", "CreationTime": "2026-11-30T00:00:00Z", "StackStatus": status}
    with Stubber(cloud) as stub:
        for _ in range(2):
            stub.add_response("describe_stacks", {"Stacks": [stack]})
        try:
            cloud.get_waiter(waiter).wait(StackName="any", WaiterConfig={"Delay": 0, "MaxAttempts": 2})
            return "success"
        except WaiterError as error:
            return "waits" if "Max attempts" in str(error) else "failure"


rollback = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "UPDATE_ROLLBACK_COMPLETE"]
python = {
    "rollback": [ends("stack_rollback_complete", one) for one in rollback],
    "create": [ends("stack_create_complete", "UPDATE_ROLLBACK_FAILED")],
}
with open("javascript.json") as file:
    javascript = json.load(file)
print("botocore 1.44.8, @aws-sdk/client-cloudformation 3.1162.0")
for kit, seen in (("botocore", python), ("JavaScript", javascript)):
    for status, outcome in zip(rollback, seen["rollback"]):
        print(f"{kit}, rollback, {status}: {outcome}")
    print(f"{kit}, create, UPDATE_ROLLBACK_FAILED: {seen['create'][0]}")
found = {"rollback": ["waits", "waits", "success"], "create": ["success"]}
sys.exit(0 if python == javascript == found else "this has changed")
PY
echo "as found: the waiter for a rollback does not end at ROLLBACK_COMPLETE"
