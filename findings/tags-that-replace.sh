#!/usr/bin/env bash
# Guess: tags are labels. Where a resource type of CloudFormation has tags and its service can tag what stands (EC2's CreateTags takes a key
#   pair), a changed tag is written in place; so an update may give a stack other tags without a second thought.
# Seen: in AWS's own resource schemas, tags of 74 of 1,898 types are create-only: a changed tag replaces the resource, and what it holds is
#   gone. Key pairs, collections of OpenSearch, compute environments of Batch and serverless clusters of Kafka are among them.
#   `tagging.tagUpdatable` does not tell: 14 of the 74 say true, and 6 types that say false are not create-only.
# For us: an update leaves the tags of a stack as they are where it has such a type (src/domain/cloudformation/replaced-by-tags.ts). Labels,
#   owners and tags of the configuration came with every update, and no dry run showed what they would replace.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cfn-lint==1.58.0
"$folder/venv/bin/python" - <<'PY'
import json
import sys
from pathlib import Path

import cfnlint
from cfnlint.version import __version__

schemas = [json.loads(path.read_text()) for path in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json")]


def tags_of(schema):
    return schema.get("tagging", {}).get("tagProperty") or "/properties/Tags"


replaced = {s["typeName"]: s.get("tagging", {}).get("tagUpdatable") for s in schemas if tags_of(s) in s.get("createOnlyProperties", [])}
contrary = [s["typeName"] for s in schemas if s.get("tagging", {}).get("taggable") and s["tagging"].get("tagUpdatable") is False and s["typeName"] not in replaced]
known = ["AWS::EC2::KeyPair", "AWS::OpenSearchServerless::Collection", "AWS::Batch::ComputeEnvironment", "AWS::MSK::ServerlessCluster"]
print("cfn-lint", __version__, "with", len(schemas), "types")
print("a changed tag replaces the resource:", len(replaced))
updatable = [name for name, said in replaced.items() if said]
print("of these, tagUpdatable says true:", len(updatable), updatable[:3])
print("not updatable, and not create-only:", len(contrary), contrary[:3])
as_found = (len(replaced), len(updatable), len(contrary)) == (74, 14, 6) and all(one in replaced for one in known)
sys.exit(0 if as_found else "this has changed")
PY
echo "as found: of 74 types a changed tag replaces the resource"
