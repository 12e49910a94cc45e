#!/usr/bin/env bash
# Guess: tosca-parser, which validates templates for the Infrastructure Manager and other tools, refuses a requirement whose target is not of the
#   node type that the requirement names, lacks its capability, or does not pass its node_filter (1.3, sections 3.7.3 and 3.8.2).
# Seen: it looks at whether the target exists, and at how many there are. A web application on a database, a database on a machine without a DBMS,
#   a target without the capability and a machine too small for the filter are all taken; two targets where one is wanted are refused.
# For us: what the filter excludes is an error of `check`, and a target of the wrong type or without the capability is named at its place, as a
#   warning where tools of 1.x take it (src/tosca/model/requirement-target.ts).
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
capability_types: { my.Store: { derived_from: tosca.capabilities.Root } }
node_types:
  my.Reader:
    derived_from: tosca.nodes.Root
    requirements: [ { store: { capability: my.Store, node: tosca.nodes.Root, occurrences: [ 1, 1 ] } } ]
topology_template:
  node_templates:
    machine: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 1 } } } }
    dbms: { type: tosca.nodes.DBMS, requirements: [ { host: machine } ] }
    one: { type: %s }
"""
filtered = "{ node: machine, node_filter: { capabilities: [ { host: { properties: [ { num_cpus: { greater_or_equal: 4 } } ] } } ] } }"
cases = [
    ("a web application on a DBMS", "tosca.nodes.WebApplication, requirements: [ { host: dbms } ]", "taken"),
    ("a database on a machine", "tosca.nodes.Database, properties: { name: a }, requirements: [ { host: machine } ]", "taken"),
    ("a target without the capability", "my.Reader, requirements: [ { store: machine } ]", "taken"),
    ("a machine too small for the filter", "tosca.nodes.SoftwareComponent, requirements: [ { host: %s } ]" % filtered, "taken"),
    ("two targets where one is wanted", "my.Reader, requirements: [ { store: machine }, { store: dbms } ]", "refused"),
]


def outcome(text):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(text))
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0")
seen = [outcome(template % one) for _, one, _ in cases]
for (what, *_), one in zip(cases, seen):
    print("%s: %s" % (what, one))
sys.exit(0 if seen == [expected for *_, expected in cases] else "this has changed")
PY
echo "as found: requirements that nothing meets are taken"
