#!/usr/bin/env bash
# Guess: tosca-parser opens every archive whose TOSCA.meta has the form of the standard: lines of a name, a colon and a value, with paths that
#   hold blanks in quotes (TOSCA 1.3 section 6.2).
# Seen: it reads the file as YAML. Two quoted paths in Other-Definitions, or a value with a colon and a blank, are no YAML, and the archive is
#   refused. The same paths without quotes, and one quoted path, are taken.
# For us: TOSCA.meta has a reader of its own (src/tosca/csar/meta.ts), and deployers get the entry definitions and never the archive.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - 2>/dev/null <<'PY'
import sys
import zipfile

from toscaparser.tosca_template import ToscaTemplate

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { node_templates: { vm: { type: tosca.nodes.Compute } } }
"""
head = "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nEntry-Definitions: main.yaml\nCreated-By: "


def outcome(rest):
    with zipfile.ZipFile("one.csar", "w") as archive:
        archive.writestr("TOSCA-Metadata/TOSCA.meta", head + rest + "\n")
        for name in ("main.yaml", "b.yaml", "c d.yaml"):
            archive.writestr(name, template)
    try:
        ToscaTemplate("one.csar")
        return "taken"
    except Exception:
        return "refused"


print("tosca-parser 2.15.0")
cases = {
    "one path": "us\nOther-Definitions: b.yaml",
    "one quoted path": 'us\nOther-Definitions: "c d.yaml"',
    "two quoted paths": 'us\nOther-Definitions: "b.yaml" "c d.yaml"',
    "a colon in the author": "Example Ltd: tools",
}
seen = [outcome(rest) for rest in cases.values()]
for what, one in zip(cases, seen):
    print(what + ":", one)
sys.exit(0 if seen == ["taken", "taken", "refused", "refused"] else "this has changed")
PY
echo "as found: the meta file of an archive has to be YAML"
