#!/usr/bin/env bash
# Guess: CDK's diff says "replace" of a property where AWS's resource schemas call it create-only, and of no other: both are data that AWS
#   publishes about the same types.
# Seen: of 111 properties the diff says that a change replaces the resource, and the schema of the same month neither lists the property, nor a
#   part of it, nor as create-only in certain cases: the port of a database, and the tags of 27 types, all of which say tagUpdatable. CDK's data
#   also holds what the older specification of resources said. So a planned change of a tag looks like the loss of a queue of jobs.
# For us: what an update replaces is read from CloudFormation's change set (src/adapters/cloudformation), and from neither of the two. Tags that do
#   not come with a change set stay as they are where one of the two says that another would replace (src/domain/cloudformation/replaced-by-tags.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @aws-cdk/cloudformation-diff@2.187.5 @aws-cdk/aws-service-spec@0.1.216 >/dev/null
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cfn-lint==1.58.0
cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec';
import { fullDiff } from '@aws-cdk/cloudformation-diff';

const replacing = {};
for (const { cloudFormationType, properties } of (await loadAwsServiceSpec()).all('resource'))
  replacing[cloudFormationType] = Object.keys(properties).filter((name) => properties[name].causesReplacement === 'yes');
const template = (Type, Properties) => ({ Resources: { One: { Type, Properties } } });
const impacts = [];
for (const [type, before, after] of [
  ['AWS::RDS::DBInstance', { Port: '5432' }, { Port: '5433' }],
  ['AWS::Batch::JobQueue', { Tags: { a: 'b' } }, { Tags: { a: 'c' } }],
])
  fullDiff(template(type, before), template(type, after)).resources.forEachDifference((_, { changeImpact }) =>
    impacts.push(changeImpact),
  );
writeFileSync('cdk.json', JSON.stringify({ replacing, impacts }));
JS
node run.mjs
"$folder/venv/bin/python" - <<'PY'
import json
import sys
from pathlib import Path

import cfnlint

with open("cdk.json") as file:
    cdk = json.load(file)
more, updatable = [], 0
for path in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
    schema = json.loads(path.read_text())
    name = schema["typeName"]
    if name.startswith("AWS::Serverless::"):
        continue  # made into other types before anything is compared
    listed = schema.get("createOnlyProperties", []) + schema.get("conditionalCreateOnlyProperties", [])
    fixed = {pointer.split("/")[2] for pointer in listed}
    for each in cdk["replacing"].get(name, []):
        if each in schema["properties"] and each not in fixed:
            more.append("%s.%s" % (name, each))
            updatable += each == "Tags" and schema.get("tagging", {}).get("tagUpdatable") is True
print("cloudformation-diff 2.187.5, aws-service-spec 0.1.216, cfn-lint 1.58.0")
tags = [one for one in more if one.endswith(".Tags")]
known = ["AWS::RDS::DBInstance.Port", "AWS::Batch::JobQueue.Tags"]
print("replaced by the diff, and not by the schema:", len(more), "properties; tags of", len(tags), "types, of which", updatable, "say tagUpdatable")
print("the diff of", known, "says", cdk["impacts"])
as_found = (len(more), len(tags), updatable) == (111, 27, 27) and all(one in more for one in known)
sys.exit(0 if as_found and cdk["impacts"] == ["WILL_REPLACE", "WILL_REPLACE"] else "this has changed")
PY
echo "as found: CDK's diff shows replacements that the resource schemas do not know"
