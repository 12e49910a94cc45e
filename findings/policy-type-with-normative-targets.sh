#!/usr/bin/env bash
# Guess: a policy type may say that it is for tosca.nodes.Compute (1.3, section 3.7.12: targets are node types or group types), as a type of the
#   template's own may, since every template has the normative types without an import.
# Seen: tosca-parser looks for the targets of a policy type among the template's own types only. A normative type there is "not a valid type", and the
#   whole template is refused; a type of the template's own that derives from the same type is taken. The members of a group type may be normative.
# For us: the Infrastructure Manager gets policy types without targets (src/tosca/infrastructure-manager/older-forms.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { my.Server: { derived_from: tosca.nodes.Compute } }
%s
topology_template:
  node_templates: { one: { type: my.Server } }
  %s
"""

policy = "policy_types: { my.P: { derived_from: tosca.policies.Placement, targets: [ %s ] } }"
group = "group_types: { my.G: { derived_from: tosca.groups.Root, members: [ tosca.nodes.Compute ] } }"
used = ["policies: [ p: { type: my.P, targets: [ one ] } ]", "groups: { g: { type: my.G, members: [ one ] } }"]


def taken(types, uses):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(template % (types, uses)))
        return True
    except Exception as error:
        print(next(line.strip() for line in str(error).splitlines() if "not a valid type" in line))
        return False


print("tosca-parser 2.15.0")
seen = [
    taken(policy % "my.Server", used[0]),
    taken(policy % "tosca.nodes.Compute", used[0]),
    taken(group, used[1]),
]
print("policy type for my.Server, for tosca.nodes.Compute, group type of tosca.nodes.Compute:", seen)
if seen != [True, False, True]:
    sys.exit("changed: the guess was that all three are taken")
print("outcome: of the standard's own types, none may be the target of a policy type")
PY
