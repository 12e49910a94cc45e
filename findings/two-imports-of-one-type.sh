#!/usr/bin/env bash
# Guess: of two imported files that define a type of one name, the first one counts, or the template is refused: each type has one definition.
# Seen: the parser of the Infrastructure Manager takes the last import's, and nobody says a word: the same two lines in another order make a
#   template valid or wrong. grycap/tosca and indigo-dc/tosca-types share dozens of names, and add-ons of the one import the other.
# For us: the first import counts, so those that are left are sent in the opposite order
#   (src/tosca/infrastructure-manager/older-imports.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
for name in one two; do
  cat >"$name.yaml" <<YAML
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Node: { derived_from: tosca.nodes.Root, properties: { $name: { type: string } } }
YAML
done
for first in one two; do
  if [ $first = one ]; then last=two; else last=one; fi
  cat >"$first-first.yaml" <<YAML
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ $first.yaml, $last.yaml ]
topology_template: { node_templates: { n: { type: my.Node, properties: { two: x } } } }
YAML
done
"$folder/venv/bin/python" - <<'PY'
import logging
import sys

from toscaparser.tosca_template import ToscaTemplate

logging.disable(logging.CRITICAL)


def verdict(path):
    try:
        ToscaTemplate(path)
        return "taken"
    except Exception as error:
        return type(error).__name__


print("tosca-parser 2.15.0; the template sets the property that only two.yaml has")
seen = [verdict("one-first.yaml"), verdict("two-first.yaml")]
for what, one in zip(("one.yaml, two.yaml", "two.yaml, one.yaml"), seen):
    print(what + ":", one)
sys.exit(0 if seen == ["taken", "ValidationError"] else "this has changed")
PY
echo "as found: of two imports that define a type, the last one counts"
