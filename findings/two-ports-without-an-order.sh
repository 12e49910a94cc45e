#!/usr/bin/env bash
# Guess: a machine with two ports that give no order gets an interface in each of their networks; the standard wants an order only where one
#   is wished for (1.3, section 8.5.2).
# Seen: the Infrastructure Manager writes both as interface 0, so the machine is in the last network alone, and nobody says a word. With the
#   orders 1 and 2, a third interface in the public network comes before them.
# For us: the ports of a machine are numbered from 0 (src/domain/infrastructure-manager/forms/interfaces.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 RADL==1.3.5 requests-cache==1.3.3 setuptools==80.9.0
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps IM==2.0.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import sys

import IM.tosca.Tosca as im

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    inside: { type: tosca.nodes.network.Network }
    outside: { type: tosca.nodes.network.Network, properties: { network_type: public } }
    one: { type: tosca.nodes.network.Port, %s requirements: [ { binding: vm }, { link: inside } ] }
    two: { type: tosca.nodes.network.Port, %s requirements: [ { binding: vm }, { link: outside } ] }
"""


def networks(first, second):
    try:
        radl = im.Tosca(template % (first, second)).to_radl()[1]
        radl.check()
    except Exception as error:
        return type(error).__name__
    features = {feature.prop: feature.value for feature in radl.systems[0].features}
    return [features[key] for key in sorted(features) if key.endswith(".connection")]


print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5")
orders = ["properties: { order: %d }," % number for number in (0, 1, 2)]
seen = [networks("", ""), networks(orders[0], orders[1]), networks(orders[1], orders[2])]
for what, one in zip(("no order", "0 and 1", "1 and 2"), seen):
    print(what + ":", one)
sys.exit(0 if seen == [["outside"], ["inside", "outside"], ["outside", "inside", "outside"]] else "this has changed")
PY
echo "as found: of two ports without an order, the machine has the last alone"
