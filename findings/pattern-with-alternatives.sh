#!/usr/bin/env bash
# Guess: tosca-parser takes a value that its pattern matches as a whole, in whichever order the alternatives of the pattern stand.
# Seen: it matches from the beginning, and compares the end of that one match with the end of the value. A shorter alternative that stands
#   first is found first, so `a|ab` refuses `ab`, and `ab|a` takes it; `http|https` refuses `https`.
# For us: a pattern is matched as a whole here (src/tosca/values/pattern.ts); for such a pattern `check` is right, and the manager refuses
#   the template: write the longer alternative first.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - 2>/dev/null <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate

text = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Node: { derived_from: tosca.nodes.Root, properties: { scheme: { type: string, constraints: [ pattern: "%s" ] } } }
topology_template: { node_templates: { one: { type: my.Node, properties: { scheme: https } } } }
"""


def outcome(pattern):
    try:
        ToscaTemplate(yaml_dict_tpl=yaml.safe_load(text % pattern))
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0; the value is https")
cases = ["https|http", "http|https", "http|https$", "^(http|https)$"]
seen = [outcome(pattern) for pattern in cases]
for pattern, one in zip(cases, seen):
    print(pattern + ":", one)
sys.exit(0 if seen == ["taken", "refused", "refused", "taken"] else "this has changed")
PY
echo "as found: the order of alternatives decides"
