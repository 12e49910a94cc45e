#!/usr/bin/env bash
# Guess: tosca-parser, which the Infrastructure Manager and other tools are built on, takes a value that meets its constraint, whichever of the
#   standard's operators says so (1.3, section 3.6.3), and takes 2 for a float.
# Seen: of sizes, times and frequencies it takes `greater_or_equal: 900 MB`, and of `greater_than: 900 MB` it says that this is not comparable. A
#   range of sizes without an upper end is an error of Python, as is a version with any constraint that compares. A float must have a point: 2.0 is
#   taken, and 2 is "not a float", so that what a program wrote as JSON is refused by its value.
# For us: constraints are compared here and not sent, and a whole float gets its point (src/tosca/infrastructure-manager/older-data-types.ts,
#   quote-texts.ts).
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
  my.Node: { derived_from: tosca.nodes.Root, properties: { asked: { type: %s, constraints: [ %s ] } } }
topology_template:
  node_templates:
    one: { type: my.Node, properties: { asked: %s } }
"""
size, frequency = "scalar-unit.size", "scalar-unit.frequency"
cases = [
    (size, "{ greater_or_equal: 900 MB }", "1 GB", "taken"),
    (size, "{ greater_than: 900 MB }", "1 GB", "refused"),
    (size, "{ in_range: [ 1 GB, 4 GB ] }", "2 GB", "taken"),
    (size, "{ in_range: [ 1 GB, UNBOUNDED ] }", "2 GB", "refused"),
    ("integer", "{ in_range: [ 1, UNBOUNDED ] }", "2", "taken"),
    (frequency, "{ less_than: 3 GHz }", "2 GHz", "taken"),
    (frequency, "{ greater_than: 1 GHz }", "2 GHz", "refused"),
    ("version", "{ greater_or_equal: '1.9' }", "'1.10'", "refused"),
    ("float", "{ greater_or_equal: 1.5 }", "2.0", "taken"),
    ("float", "{ greater_or_equal: 1.5 }", "2", "refused"),
]


def outcome(text):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(text))
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0; values that meet their constraint")
seen = [outcome(template % case[:3]) for case in cases]
for (kind, constraint, value, _), one in zip(cases, seen):
    print("%s %s: %s is %s" % (kind, constraint, value, one))
sys.exit(0 if seen == [expected for *_, expected in cases] else "this has changed")
PY
echo "as found: valid values are refused, by the operator that their constraint is written with"
