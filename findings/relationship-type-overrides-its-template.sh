#!/usr/bin/env bash
# Guess: an operation that a relationship template assigns takes the place of the one that its type defines, as it does for nodes
#   (1.3, section 3.8.4: assignments provide or override), and a type inherits the operations of the type above it.
# Seen: the Infrastructure Manager runs the file of the type with the inputs of the type; the template's are dropped without a word. For a node it
#   is the other way round. And an interface that a relationship type defines hides the operations of the same interface in the type above.
# For us: such an operation is a reason of plan (src/tosca/model/mixed-operations.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 RADL==1.3.5 requests-cache==1.3.3 setuptools==80.9.0
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps IM==2.0.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import re
import sys

import IM.tosca.Tosca as im

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces: { Standard: { create: https://scripts.example/node-type.yml } }
relationship_types:
  my.Base:
    derived_from: tosca.relationships.ConnectsTo
    interfaces: { Configure: { add_source: https://scripts.example/type-above.yml } }
  my.Joins:
    derived_from: my.Base
    interfaces: { Configure: { add_target: https://scripts.example/type.yml } }
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    a:
      type: my.App
      interfaces: { Standard: { create: https://scripts.example/node-template.yml } }
      requirements:
        - host: vm
        - dependency: { node: b, relationship: joins }
    b: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm } ] }
  relationship_templates:
    joins: { type: my.Joins, interfaces: { Configure: { add_target: https://scripts.example/template.yml } } }
"""


class Session:
    def __init__(self, *_args, **_options):
        pass

    def get(self, url, **_options):
        return type("Answer", (), {"status_code": 200, "text": "- tasks:\n  - name: ran %s\n    ping:\n" % url})


im.requests_cache.CachedSession = Session
radl = im.Tosca(template).to_radl()[1]
recipes = "".join(one.recipes or "" for one in radl.configures)
ran = sorted(set(re.findall(r"scripts\.example/([\w-]+)\.yml", recipes)))
print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5")
print("runs", ran)
if ran != ["node-template", "type"]:
    sys.exit("changed: the guess was node-template, template, type-above")
print("outcome: the relationship's type overrides its template, the node's template its type")
PY
