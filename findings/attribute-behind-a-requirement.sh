#!/usr/bin/env bash
# Guess: `get_attribute: [app, db, ip_address]` asks the capability at the end of the requirement `db` for its address, whatever the target calls
#   that capability (1.3, section 4.5.1: the name of a requirement or a capability, then the attribute).
# Seen: the parser looks at the target for a capability with the name of the requirement. Where both are called alike it takes the template, and
#   else it says that the requirement was not found in the target. So a template is valid or not by the name that the author of another type gave.
# For us: the target and its capability are named in what is sent (src/tosca/functions/target-forms.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
for name in db endpoint; do
  cat >"$name.yaml" <<YAML
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Database: { derived_from: tosca.nodes.SoftwareComponent, capabilities: { $name: { type: tosca.capabilities.Endpoint } } }
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { at: { type: string } }
    requirements: [ { db: { capability: tosca.capabilities.Endpoint, node: my.Database, relationship: tosca.relationships.ConnectsTo } } ]
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    database: { type: my.Database, requirements: [ { host: vm } ] }
    app: { type: my.App, properties: { at: { get_attribute: [ SELF, db, ip_address ] } }, requirements: [ { host: vm }, { db: database } ] }
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
        said = 'Requirement/Capability "db" referenced from node template "app" was not found in node template "database"'
        return "the requirement is not found in its target" if said in str(error) else str(error)


print("tosca-parser 2.15.0")
seen = [verdict("db.yaml"), verdict("endpoint.yaml")]
for what, one in zip(("the capability is called db, as the requirement", "the capability is called endpoint"), seen):
    print(what + ":", one)
sys.exit(0 if seen == ["taken", "the requirement is not found in its target"] else "this has changed")
PY
echo "as found: an attribute behind a requirement is found only where the capability has the requirement's name"
