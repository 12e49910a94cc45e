#!/usr/bin/env bash
# Guess: of two relationships that each give pre_configure_source, a node runs both, since the standard configures each relationship; and an
#   operation that the definition of a requirement gives is run for every node of the type (1.3, section 3.7.3).
# Seen: the Infrastructure Manager keeps one operation of each name at a node, that of the last relationship, and reads nothing but the name
#   of the type from the definition of a requirement. Nobody says a word.
# For us: the first is a reason of the plan (src/domain/infrastructure-manager/forms/one-of-each.ts); the second is written into each
#   requirement (src/tosca/infrastructure-manager/relationship-operations.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 RADL==1.3.5 requests-cache==1.3.3 setuptools==80.9.0
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps IM==2.0.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import os
import sys

import IM.tosca.Tosca as im

for name in ("first", "second", "defined"):
    with open(name + ".yml", "w") as playbook:
        playbook.write("- tasks:\n  - name: ran %s\n    ping:\n" % name)


def joins(name):
    return ("relationship: { type: tosca.relationships.ConnectsTo, interfaces: { Configure: { pre_configure_source: 'file://%s/%s.yml' } } }"
            % (os.getcwd(), name))


template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Service: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { talk: { type: tosca.capabilities.Endpoint } } }
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    requirements: [ { peer: { capability: tosca.capabilities.Endpoint, node: my.Service, %s, occurrences: [ 0, UNBOUNDED ] } } ]
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    b: { type: my.Service, requirements: [ { host: vm } ] }
    c: { type: my.Service, requirements: [ { host: vm } ] }
    a: { type: my.App, requirements: [ { host: vm }, %s ] }
"""


def ran(requirements):
    radl = im.Tosca(template % (joins("defined"), requirements)).to_radl()[1]
    radl.check()
    recipes = "".join(one.recipes or "" for one in radl.configures)
    return [name for name in ("first", "second", "defined") if "ran " + name in recipes]


print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5")
seen = [
    ran("{ peer: { node: b, %s } }" % joins("first")),
    ran("{ peer: { node: b, %s } }, { peer: { node: c, %s } }" % (joins("first"), joins("second"))),
    ran("{ peer: b }"),
]
for what, one in zip(("one relationship", "two relationships", "the definition alone"), seen):
    print(what + ":", one)
sys.exit(0 if seen == [["first"], ["second"], []] else "this has changed")
PY
echo "as found: of two relationships one runs its operation, and that of a definition is never run"
