#!/usr/bin/env bash
# Guess: the parser that the Infrastructure Manager and other tools are built on wants a value for a required property. So it refuses null,
#   and a call that comes to nothing, as it refuses a property that is left out; or it takes all three.
# Seen: which key is written counts, and not its value. Left out is refused; null is taken; so is get_input of an input that has no value,
#   and get_property of a property that is null or that such an input gives. get_property of an optional property that is left out is an
#   error, wherever it stands: in an optional property of another node too.
# For us: a required property that reads one without a value is an error of `check`, at its place. What an optional input leaves empty is
#   sent to the manager as a call, since its result written out would be left out, and refused (src/tosca/functions/evaluation.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - 2>/dev/null <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Source: { derived_from: tosca.nodes.Root, properties: { note: { type: string, required: false } } }
  my.Reader: { derived_from: tosca.nodes.Root, properties: { text: { type: string, required: %s } } }
topology_template:
  inputs: { maybe: { type: string, required: false } }
  node_templates:
    source: { type: my.Source, properties: { %s } }
    reader: { type: my.Reader, properties: { %s } }
"""
read = "text: { get_property: [ source, note ] }"
cases = [
    ("left out", "true", "", "", "refused"),
    ("null", "true", "", "text: null", "taken"),
    ("an input without a value", "true", "", "text: { get_input: maybe }", "taken"),
    ("a property that is null", "true", "note: null", read, "taken"),
    ("a property that such an input gives", "true", "note: { get_input: maybe }", read, "taken"),
    ("an optional property that is left out", "true", "", read, "refused"),
    ("the same, for an optional property", "false", "", read, "refused"),
]


def outcome(text):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(text))
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0; what a property is given")
seen = [outcome(template % (required, source, reader)) for _, required, source, reader, _ in cases]
for (what, required, *_), one in zip(cases, seen):
    print(f"{'required' if required == 'true' else 'optional'}: {what}: {one}")
sys.exit(0 if seen == [expected for *_, expected in cases] else "this has changed")
PY
echo "as found: null fulfils what is required, and reading what is left out is an error"
