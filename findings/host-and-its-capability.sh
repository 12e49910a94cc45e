#!/usr/bin/env bash
# Guess: `get_attribute: [HOST, endpoint, ip_address]` asks the machine below for an attribute of its endpoint, as the name of the machine in
#   place of HOST does (1.3, section 4.5.1.2: a node or a word for one, then optionally a capability).
# Seen: the parser looks for a host with an attribute that is called as the capability, and says that the node has no host. With the name it is
#   taken. grycap/tosca's kubernetes.yaml, on which a dozen other templates build, has the first form.
# For us: the name of the machine is sent (src/tosca/functions/deferred.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
for word in HOST vm; do
  cat >"$word.yaml" <<YAML
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, properties: { at: { type: string } } }
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app: { type: my.App, properties: { at: { get_attribute: [ $word, endpoint, ip_address ] } }, requirements: [ { host: vm } ] }
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
        return "not found in the relationship chain" if "relationship chain" in str(error) else str(error)


print("tosca-parser 2.15.0")
seen = [verdict("HOST.yaml"), verdict("vm.yaml")]
for what, one in zip(("HOST", "vm"), seen):
    print(what + ":", one)
sys.exit(0 if seen == ["not found in the relationship chain", "taken"] else "this has changed")
PY
echo "as found: HOST leads to no capability of the host, and its name does"
