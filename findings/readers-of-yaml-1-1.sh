#!/usr/bin/env bash
# Guess: two readers of YAML 1.1 read one scalar alike, since its types are written down (yaml.org/type). So js-yaml with its schema for YAML 1.1
#   shows what PyYAML, which tosca-parser and Ansible read with, makes of a template.
# Seen: PyYAML reads `y` and `n` as texts, against yaml.org/type/bool, and js-yaml as booleans. `1e3` is a text to both, and a number to whoever
#   reads YAML 1.2. PyYAML refuses the text `=`, which js-yaml reads.
# For us: what PyYAML makes of a scalar is a table of ours, and no other reader is asked (src/tosca/yaml/misread.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check PyYAML==6.0.3
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund js-yaml@5.5.0 >/dev/null
printf '%s\n' y n yes 1e3 12:30 0o17 = >scalars
"$folder/venv/bin/python" - >python.txt <<'PY'
import json
import yaml

for line in open("scalars").read().split():
    try:
        print(line, json.dumps(yaml.safe_load(line)))
    except yaml.YAMLError:
        print(line, "refused")
PY
node - >node.txt <<'JS'
const { readFileSync } = require('node:fs');
const { load, YAML11_SCHEMA } = require('js-yaml');
for (const line of readFileSync('scalars', 'utf8').trim().split('\n')) console.log(line, JSON.stringify(load(line, { schema: YAML11_SCHEMA })));
JS
echo "PyYAML 6.0.3 and js-yaml 5.5.0:"
paste python.txt node.txt
seen=$(diff python.txt node.txt | grep '^[<>]' | tr '\n' ' ' || true)
[ "$seen" = '< y "y" < n "n" > y true > n false < = refused > = "=" ' ] || { echo "this has changed: $seen"; exit 1; }
echo "as found: PyYAML reads y and n as texts and refuses =, and js-yaml reads them as YAML 1.1 writes them down"
