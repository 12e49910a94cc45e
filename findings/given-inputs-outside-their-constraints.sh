#!/usr/bin/env bash
# Guess: the parser that the Infrastructure Manager and other tools are built on refuses a value for an input that violates the constraints of
#   that input, as it refuses the same value of a property with the same constraints.
# Seen: constraints of inputs are never compared, neither with a default nor with a value that is given. Only the property that takes the
#   value is, by its own constraints.
# For us: the service compares given inputs itself, before anything is deployed (src/tosca/phase5-inputs.ts); a default is only a warning,
#   since templates in use have such defaults.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - 2>/dev/null <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate

head = "tosca_definitions_version: tosca_simple_yaml_1_3\n"
limited = "{ type: integer, constraints: [ in_range: [ 1, 3 ] ]"
ofInput = head + """
topology_template:
  inputs: { level: %s } }
  node_templates: { vm: { type: tosca.nodes.Compute } }
"""
ofProperty = head + """
node_types: { my.Node: { derived_from: tosca.nodes.Root, properties: { level: %s } } } }
topology_template: { node_templates: { one: { type: my.Node, properties: { level: 5 } } } }
"""


def outcome(text, given=None):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(text), parsed_params=given)
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0; 5 where 1 to 3 are allowed")
seen = [
    outcome(ofProperty % limited),
    outcome(ofInput % limited, {"level": 5}),
    outcome(ofInput % (limited + ", default: 5")),
]
for what, one in zip(("a property", "a given input", "the default of an input"), seen):
    print(what + ":", one)
sys.exit(0 if seen == ["refused", "taken", "taken"] else "this has changed")
PY
echo "as found: the parser compares no input with its constraints"
