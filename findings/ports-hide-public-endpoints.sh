#!/usr/bin/env bash
# Guess: a machine whose endpoint asks for the network PUBLIC gets a public address, whatever else is bound to it.
# Seen: beside a bound port the Infrastructure Manager ignores the network_name of every endpoint: with a port to a private network the machine
#   has that network alone, its public address stays empty for ever, and nobody says a word. grycap/tosca's proxy_host.yaml is such a template.
# For us: the plan says that such an address never comes (src/domain/infrastructure-manager/never-told.ts).
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
    vm: { type: tosca.nodes.Compute, capabilities: { endpoint: { properties: { network_name: PUBLIC } } } }
"""
port = """    inside: { type: tosca.nodes.network.Network }
    port: { type: tosca.nodes.network.Port, properties: { order: 0 }, requirements: [ { binding: vm }, { link: inside } ] }
"""


def networks(text):
    radl = im.Tosca(text).to_radl()[1]
    radl.check()
    features = {feature.prop: feature.value for feature in radl.systems[0].features}
    connected = [features[key] for key in sorted(features) if key.endswith(".connection")]
    return sorted(one.isPublic() for one in radl.networks if one.id in connected)


print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5; whether each network of the machine is public")
seen = [networks(template), networks(template + port)]
for what, one in zip(("the endpoint alone", "with a port to a private network"), seen):
    print(what + ":", one)
sys.exit(0 if seen == [[False, True], [False]] else "this has changed")
PY
echo "as found: beside a port, the network PUBLIC of an endpoint is ignored"
