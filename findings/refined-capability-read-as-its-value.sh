#!/usr/bin/env bash
# Guess: a node type may refine a property of its capability, such as a default port, and each node has that value; a capability has the
#   defaults of the types above its own (1.3, sections 3.7.2 and 3.7.7).
# Seen: tosca-parser reads the refinement as the value of the property, {type: integer, default: 71}, and of the defaults only those of the
#   capability's own type. The Infrastructure Manager refuses the one ("Invalid value in property 'outports'") and opens no port of the other.
# For us: each node template gets the values, and the refinement is left out (src/tosca/model/computed-capabilities.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
"$folder/venv/bin/python" - <<'PY'
import sys
from importlib.metadata import version

import yaml
from toscaparser.tosca_template import ToscaTemplate

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  my.High: { derived_from: tosca.capabilities.Endpoint, properties: { url_path: { type: string, default: /high } } }
  my.Low: { derived_from: my.High }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    capabilities:
      door: { type: tosca.capabilities.Endpoint, properties: { port: { type: integer, default: 71 } } }
      low: { type: my.Low }
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app: { type: my.App, requirements: [ { host: vm } ] }
"""

parsed = ToscaTemplate(yaml_dict_tpl=yaml.safe_load(template))
app = next(node for node in parsed.nodetemplates if node.name == "app")
capabilities = app.get_capabilities()
port = capabilities["door"].get_property_value("port")
path = capabilities["low"].get_property_value("url_path")
print("tosca-parser", version("tosca-parser"))
print("the port that the node type gives:", port)
print("the path that the type above gives:", path)
surprising = port == {"type": "integer", "default": 71} and path is None
print("seen as described" if surprising else "CHANGED: the values are those of the types")
sys.exit(0 if surprising else 1)
PY
