#!/usr/bin/env bash
# Guess: a requirement `dependency` whose relationship is a ConnectsTo is read as a ConnectsTo, or refused: the standard lets a template name
#   the relationship's type.
# Seen: tosca-parser takes the template and drops the relationship without a word: the node depends on nobody, so no order follows from it,
#   and its operations are never run. With the same type in a relationship template of its own, it is there.
# For us: such a relationship is sent as a relationship template (src/tosca/infrastructure-manager/named-relationships.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0
"$folder/venv/bin/python" - <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    pool: { type: tosca.nodes.SoftwareComponent, requirements: [ host: vm ] }
    member:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm }, { dependency: { node: pool, relationship: %s } } ]
  relationship_templates:
    joins: { type: tosca.relationships.ConnectsTo }
"""


def relationships(written):
    read = ToscaTemplate(yaml_dict_tpl=yaml.safe_load(template % written))
    member = [node for node in read.nodetemplates if node.name == "member"][0]
    return sorted(kind.type for kind in member.relationships)


inline = relationships("{ type: tosca.relationships.ConnectsTo }")
named = relationships("joins")
print("tosca-parser 2.15.0")
print("type in the requirement:", inline)
print("a template of its own:", named)
hosted = "tosca.relationships.HostedOn"
expected = ([hosted], ["tosca.relationships.ConnectsTo", hosted])
sys.exit(0 if (inline, named) == expected else "this has changed")
PY
echo "as found: the relationship is dropped without a word, unless it is a relationship template"
