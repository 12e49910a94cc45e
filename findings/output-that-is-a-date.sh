#!/usr/bin/env bash
# Guess: the outputs `2020-01-01` and `12:30` are the texts that their author wrote, as in YAML 1.2, on which TOSCA rests; whoever serves the
#   outputs of a template as JSON can write each of them.
# Seen: tosca-parser gives the output as a Python date, which json.dumps refuses: what serves outputs as JSON then serves none of them. `12:30`
#   is the number 750, since it reads YAML 1.1 without looking at types.
# For us: dates and times are sent in quotes, also where nothing says their type (src/tosca/infrastructure-manager/misread-scalars.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
cat >template.yaml <<'YAML'
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates: { vm: { type: tosca.nodes.Compute } }
  outputs:
    day: { value: 2020-01-01 }
    time: { value: 12:30 }
    text: { value: "2020-01-01" }
YAML
"$folder/venv/bin/python" - <<'PY'
import importlib.metadata as packages
import json
import logging
import sys

from toscaparser.tosca_template import ToscaTemplate

logging.disable(logging.CRITICAL)
print("tosca-parser", packages.version("tosca-parser"), "PyYAML", packages.version("PyYAML"))
seen = []
for output in ToscaTemplate("template.yaml").outputs:
    try:
        told = json.dumps(output.value)
    except TypeError as error:
        told = str(error)
    seen.append(told)
    print(output.name + ":", repr(output.value), "as JSON:", told)
wanted = ["Object of type date is not JSON serializable", "750", '"2020-01-01"']
sys.exit(0 if seen == wanted else "this has changed")
PY
echo "as found: an output that looks like a date has no JSON, and one that looks like a time is a number"
