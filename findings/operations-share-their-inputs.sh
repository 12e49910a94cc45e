#!/usr/bin/env bash
# Guess: an operation gets the inputs that are written below it: create gets the version to install, and configure, whose input of the
#   same name is the version of the schema, gets that (1.3, section 3.6.17: inputs are given to the implementation of the operation).
# Seen: the Infrastructure Manager makes one playbook of all operations of a node, with one list of variables. Both operations see the
#   value of the one that comes last, and nobody says a word.
# For us: several values of one name are a reason of that provider in the plan (src/domain/infrastructure-manager/forms/shared-inputs.ts).
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
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces:
        Standard:
          create: { implementation: "https://scripts.example/create.yml", inputs: { version: "1.0" } }
          configure: { implementation: "https://scripts.example/configure.yml", inputs: { version: "2.0" } }
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
(play,) = yaml.safe_load(recipe)
print("tasks:", [task["name"] for task in play["tasks"]])
print("variables:", play["vars"])
alike = [task["name"] for task in play["tasks"]] == ["create.yml", "configure.yml"] and play["vars"] == {"version": "2.0"}
sys.exit(0 if alike else "this has changed")
PY
echo "as found: create and configure run in one play, and both see the version of configure"
