#!/usr/bin/env bash
# Guess: a data type of a service template is valid for every parser of TOSCA 1.3, or for none: one with properties of its own (derived_from is optional,
#   1.3, section 3.7.6), and one that derives from `integer` and adds a constraint.
# Seen: opera's parser refuses the first until it says `derived_from: tosca.datatypes.Root`, as an invalid reference to "None". tosca-parser
#   takes it, and takes no value of the second: it looks for the keys of a map in the number. Each takes what the other refuses.
# For us: both are taken; the Infrastructure Manager, which has tosca-parser, gets the second one's base in its place
#   (src/tosca/infrastructure-manager/older-data-types.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip "$folder/one"
python3 -m pip --python "$folder/one/bin/python" install --quiet --disable-pip-version-check --no-compile tosca-parser==2.15.0 setuptools==80.9.0
python3 -m venv --without-pip "$folder/two"
# it pins an older reader of YAML, which builds with few compilers; the newer one reads these files alike
python3 -m pip --python "$folder/two/bin/python" install --quiet --disable-pip-version-check --no-compile --no-deps opera-tosca-parser==0.2.2 PyYAML==6.0.3 shtab==1.7.1 setuptools==80.9.0
write() { # NAME DATA-TYPE VALUE
  cat > "$1.yaml" <<YAML
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Data: $2
node_types:
  my.Node: { derived_from: tosca.nodes.Root, properties: { p: { type: my.Data } } }
topology_template: { node_templates: { n: { type: my.Node, properties: { p: $3 } } } }
YAML
}
write plain '{ properties: { a: { type: string } } }' '{ a: x }'
write rooted '{ derived_from: tosca.datatypes.Root, properties: { a: { type: string } } }' '{ a: x }'
write port '{ derived_from: integer, constraints: [ { in_range: [ 1, 65535 ] } ] }' 80
cat > one.py <<'PY'
import logging
import sys

from toscaparser.tosca_template import ToscaTemplate

logging.disable(logging.CRITICAL)
try:
    ToscaTemplate(sys.argv[1])
    print("taken")
except Exception:
    print("refused")
PY
cat > two.py <<'PY'
import sys
from pathlib import PurePath

from opera_tosca_parser.commands.parse import parse_service_template

try:
    parse_service_template(PurePath(sys.argv[1]), {})
    print("taken")
except Exception:
    print("refused")
PY
seen=
echo "tosca-parser 2.15.0, opera-tosca-parser 0.2.2"
for name in plain rooted port; do
  a=$("$folder/one/bin/python" one.py $name.yaml 2>/dev/null); b=$("$folder/two/bin/python" two.py $name.yaml 2>/dev/null)
  echo "$name: tosca-parser $a, opera $b"
  seen="$seen $a $b"
done
[ "$seen" = " taken refused taken taken refused taken" ] || { echo "this has changed" >&2; exit 1; }
echo "as found: each of two parsers takes a data type that the other refuses"
