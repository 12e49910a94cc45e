#!/usr/bin/env bash
# Guess: RADL's two forms, text and JSON, say the same: the Infrastructure Manager takes both, and one library reads and writes both.
# Seen: what is written as JSON means less. Of a lower and an upper bound only the lower one is written, so from two to eight processors
#   become two or more; `>` and `<` become `>=` and `<=`. Either bound alone is kept, and a program that reads a document as text, changes
#   a value and sends JSON asks for machines of any price.
# For us: what is wished for is sent as a template, never as RADL; either form is read only for what a machine has, which is exact
#   (src/adapters/infrastructure-manager/radl-elements.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check RADL==1.3.5
"$folder/venv/bin/python" - <<'PY'
import sys

from radl import radl_json, radl_parse

cases = {
    "cpu.count >= 2 and cpu.count <= 8": ["cpu.count >= 2"],
    "cpu.count <= 8": ["cpu.count <= 8"],
    "cpu.count > 1 and cpu.count < 8": ["cpu.count >= 1"],
    "cpu.count < 8": ["cpu.count <= 8"],
    "memory.size >= 1g and memory.size <= 4g": ["memory.size >= 1000000000"],
}
features = lambda radl: [str(one) for one in radl.systems[0].features]
print("RADL 1.3.5; read as text, and what is left after JSON")
seen = {}
for asked in cases:
    radl = radl_parse.parse_radl("system a ( %s )\ndeploy a 1\n" % asked)
    radl.check()
    assert features(radl) == asked.split(" and "), "the text keeps all"
    seen[asked] = features(radl_json.parse_radl(radl_json.dump_radl(radl)))
    print(asked, "->", seen[asked])
sys.exit(0 if seen == cases else "this has changed")
PY
echo "as found: upper bounds are lost where there is a lower one, and strict ones are strict no longer"
