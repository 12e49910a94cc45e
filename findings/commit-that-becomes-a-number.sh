#!/usr/bin/env bash
# Guess: cfn-flip and troposphere put each text in quotes that another reader of YAML might take for a number: they do so with account numbers that
#   begin with a zero. So what they write, CDK includes as it was.
# Seen: a number with an exponent and no point is a text for PyYAML, on which both rest, so it gets no quotes; for YAML 1.2 it is a number. A tag with
#   the commit 1234e56 comes out of CDK's CfnInclude as 1.234e+59. Of commits of seven characters one in fifty looks so.
# For us: `toscanini check` takes such a text for a property of type string, with quotes or without, as the author meant it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" aws-cdk-lib@2.276.0 constructs@10.8.1 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile cfn-flip==1.3.0 troposphere==4.11.1
"$folder/venv/bin/python" - <<'PY'
import json

import cfn_flip
from troposphere import Tags, Template
from troposphere.s3 import Bucket

tags = {"account": "012345678901", "commit": "1234e56"}
bucket = {"Type": "AWS::S3::Bucket", "Properties": {"Tags": [{"Key": key, "Value": value} for key, value in tags.items()]}}
with open("cfn-flip.yaml", "w") as file:
    file.write(cfn_flip.to_yaml(json.dumps({"Resources": {"A": bucket}})))
template = Template()
template.add_resource(Bucket("A", Tags=Tags(**tags)))
with open("troposphere.yaml", "w") as file:
    file.write(template.to_yaml())
PY
cat > look.mjs <<'JS'
import { App, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';

console.log('cfn-flip 1.3.0, troposphere 4.11.1, aws-cdk-lib 2.276.0');
const seen = ['cfn-flip', 'troposphere'].map((writer) => {
  const app = new App();
  const stack = new Stack(app, 'S');
  new CfnInclude(stack, 'I', { templateFile: `${writer}.yaml` });
  const { Tags } = app.synth().getStackByName('S').template.Resources.A.Properties;
  const values = Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]));
  console.log(`${writer}: account ${values.account}, commit ${values.commit}`);
  return `${values.account} ${values.commit}`;
});
if (seen.some((one) => one !== '012345678901 1.234e+59')) {
  console.error('this has changed');
  process.exit(1);
}
JS
node look.mjs
echo "as found: the text 1234e56 becomes a number between two tools of CloudFormation"
