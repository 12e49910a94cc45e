#!/usr/bin/env bash
# Guess: a property keeps its meaning wherever it is read: HOST in a property of the database is the machine of the database, also when
#   another node asks for that property (1.3, section 4.1: HOST starts at the node that holds the expression).
# Seen: the Infrastructure Manager puts the expression in the reader's place, so HOST is the machine of the reader: a client on another
#   machine is configured with its own address as that of the database.
# For us: the value of another node is written out with its machines named (src/tosca/functions/noted-calls.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 RADL==1.3.5 requests-cache==1.3.3 setuptools==80.9.0
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps IM==2.0.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import sys

import IM.tosca.Tosca as im
import yaml

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { url: { type: string, default: { concat: [ "db://", { get_attribute: [ HOST, private_address ] } ] } } }
topology_template:
  node_templates:
    one: { type: tosca.nodes.Compute }
    two: { type: tosca.nodes.Compute }
    db: { type: my.App, requirements: [ { host: one } ] }
    client:
      type: my.App
      requirements: [ { host: two } ]
      interfaces:
        Standard:
          configure:
            implementation: "https://scripts.example/configure.yml"
            inputs: { server: { get_property: [ db, url ] }, by_name: { get_attribute: [ one, private_address ] } }
"""


class Session:
    def __init__(self, *args, **options):
        pass

    def get(self, url, **options):
        class Answer:
            status_code = 200
            text = "- tasks: [ { name: %s, ping: } ]" % url.split("/")[-1]

        return Answer()


im.requests_cache.CachedSession = Session

print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5")
_, radl = im.Tosca(template).to_radl()
(recipe,) = [one.recipes for one in radl.configures if one.recipes]
variables = yaml.safe_load(recipe)[0]["vars"]
for name, value in sorted(variables.items()):
    print(name + ":", value)
# IM_NODE_PRIVATE_IP is a variable of the machine on which the play runs
alike = variables["server"] == "db://{{ IM_NODE_PRIVATE_IP }}" and "groups['one']" in variables["by_name"]
sys.exit(0 if alike else "this has changed")
PY
echo "as found: the client gets its own address for that of the database"
