#!/usr/bin/env bash
# Guess: what one YAML reader takes between brackets, every other takes: [ http://host/?page=1 ] is a list of one address, and so is
#   [ :80 ] of a port (YAML 1.2, sections 7.3.3 and 7.4: a plain text may hold a question mark, and begin with a colon before a letter).
# Seen: PyYAML, with which tosca-parser and the Infrastructure Manager read templates, ends a plain text between brackets at a question
#   mark, and lets none begin with a colon. ruamel.yaml and js-yaml take both. Outside of brackets all of them do.
# For us: such texts are quoted in what the manager gets (src/tosca/infrastructure-manager/quote-plain.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check PyYAML==6.0.3 ruamel.yaml==0.18.16
(cd "$folder" && npm init --yes > npm.log && npm install --silent --no-audit --no-fund js-yaml@4.1.0 >> npm.log)
cat > "$folder/texts.json" <<'JSON'
["[ http://host/?page=1 ]", "{ url: a?b }", "[ :80 ]", "url: http://host/?page=1", "port: :80", "[ 'http://host/?page=1' ]"]
JSON
cd "$folder"
"$folder/venv/bin/python" - > python.txt <<'PY'
import json

import yaml
from ruamel.yaml import YAML


def taken(read, text):
    try:
        return bool(read(text))
    except Exception:
        return False


texts = json.load(open("texts.json"))
ruamel = YAML(typ="safe", pure=True)
print(json.dumps([taken(yaml.safe_load, text) for text in texts]))
print(json.dumps([taken(ruamel.load, text) for text in texts]))
PY
node -e '
const { load } = require("js-yaml");
const taken = (text) => { try { return Boolean(load(text)); } catch { return false; } };
console.log(JSON.stringify(require("./texts.json").map(taken)));
' > node.txt
echo "PyYAML 6.0.3, ruamel.yaml 0.18.16, js-yaml 4.1.0, whether each takes:"
cat texts.json python.txt node.txt
test "$(tr -d ' ' < python.txt | head -1)" = "[false,false,false,true,true,true]"
test "$(tr -d ' ' < python.txt | tail -1)" = "[true,true,true,true,true,true]"
test "$(tr -d ' ' < node.txt)" = "[true,true,true,true,true,true]"
echo "as found: PyYAML refuses question marks between brackets, and texts that begin with a colon there"
