#!/usr/bin/env bash
# Guess: the Infrastructure Manager runs the operations of each software component on the machine that hosts it, whatever the nodes are called:
#   names of nodes are unique in a template (1.3, section 3.10), and a name may hold `_`.
# Seen: what a node runs is a section of a name that joins software and machine by `_`. `db_app` on `node` and `db` on `app_node` are both
#   `db_app_node_conf`; the later one takes the other's place, and is run on both machines. RADL's own check says nothing.
# For us: two such nodes are a reason of the plan, which says what to rename (src/domain/infrastructure-manager/forms/sections.ts).
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
from radl.radl import RADL

for name in ("first", "second"):
    with open(name + ".yml", "w") as playbook:
        playbook.write("- tasks:\n  - name: ran %s\n    ping:\n" % name)

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.First: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Standard: { create: 'file://%(here)s/first.yml' } } }
  my.Second: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Standard: { create: 'file://%(here)s/second.yml' } } }
topology_template:
  node_templates:
    node: { type: tosca.nodes.Compute }
    %(machine)s: { type: tosca.nodes.Compute }
    db_app: { type: my.First, requirements: [ { host: node } ] }
    db: { type: my.Second, requirements: [ { host: %(machine)s } ] }
"""


def runs(machine):
    radl = im.Tosca(template % {"here": os.getcwd(), "machine": machine}).to_radl()[1]
    radl.check()
    kept = RADL()
    for section in radl.configures:  # as InfrastructureInfo.update_radl does when it creates
        kept.add(section.clone(), "replace")
    steps = radl.contextualize.items.values()
    return {one.system: [name for name in ("first", "second") if "ran " + name in kept.get_configure_by_name(one.configure).recipes] for one in steps}


print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5; what each machine runs")
seen = [runs(machine) for machine in ("other", "app_node")]
for machine, one in zip(("other", "app_node"), seen):
    print("machines node and %s: %s" % (machine, one))
expected = [{"node": ["first"], "other": ["second"]}, {"node": ["second"], "app_node": ["second"]}]
sys.exit(0 if seen == expected else "this has changed")
PY
echo "as found: one machine runs what was meant for the other"
