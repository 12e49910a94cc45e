#!/usr/bin/env bash
# Guess: where a call of CloudFormation answers in pages, every SDK of AWS has a paginator for it, as all of them are made of one model; so the
#   command line, which pages with those of botocore, shows all drifted resources of a stack.
# Seen: the SDK for JavaScript has a paginator for DescribeStackResourceDrifts, and botocore has none: it is one of seven such calls of
#   CloudFormation there. So `get_paginator` is an error, and the command line shows the first 100 resources and a token. A drift on
#   the second page is seen by nobody who does not look at the token.
# For us: all pages are read by one function, and not by a kit's paginator (src/adapters/cloudformation/inspect.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @aws-sdk/client-cloudformation@3.1162.0 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile botocore==1.44.8
cat > look.mjs <<'JS'
import * as kit from '@aws-sdk/client-cloudformation';
console.log(JSON.stringify(Object.keys(kit).filter((name) => name.startsWith('paginate')).map((name) => name.slice(8))));
JS
node look.mjs > javascript.json
"$folder/venv/bin/python" - <<'PY'
import json
import sys

import botocore.session

with open("javascript.json") as file:
    javascript = set(json.load(file))
client = botocore.session.get_session().create_client(
    "cloudformation", region_name="eu-west-1", aws_access_key_id="any", aws_secret_access_key="any"
)
model = client.meta.service_model
paged = {
    wire: name
    for name, wire in client.meta.method_to_api_mapping.items()
    if (shape := model.operation_model(wire).input_shape) and "NextToken" in shape.members
}
without = sorted(wire for wire, name in paged.items() if not client.can_paginate(name))
print("botocore 1.44.8, @aws-sdk/client-cloudformation 3.1162.0")
print(f"{len(paged)} calls take a token, {len(without)} have no paginator in botocore:")
for wire in without:
    print(f"  {wire}: {'has one' if wire in javascript else 'has none'} in JavaScript")
one = "DescribeStackResourceDrifts"
sys.exit(0 if one in without and one in javascript else "this has changed")
PY
echo "as found: botocore has no paginator for drifted resources, and JavaScript has one"
