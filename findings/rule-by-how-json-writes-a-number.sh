#!/usr/bin/env bash
# Guess: a CEL rule compares numbers by their value (the language has compared int, uint and double with one another since 2022), so `cost > 100`
#   is right or wrong for every cost, and the same in each engine.
# Seen: cel-python 0.5.0 reads 120 of JSON as an int and 120.5 as a double. A double is greater than an int there, and an int compared with a
#   double is an error, as is `==` or `in` with one of each. So `cost > 100.0` holds for 120.5 and fails for 120: a rule that was tried with
#   one plan fails with the next one. @marcbachmann/cel-js 8.0.0 reads every number of JSON as a double and compares all of them.
# For us: rules run in cel-js alone (docs/policies.md); whoever tries them in Python first writes double(cost).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @marcbachmann/cel-js@8.0.0 >/dev/null
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cel-python==0.5.0
cat > cases.json <<'JSON'
[["cost > 100", "120"], ["cost > 100", "120.5"], ["cost > 100.0", "120"], ["cost > 100.0", "120.5"],
 ["cost == 120.0", "120"], ["cost in [16, 120]", "120.0"], ["double(cost) > 100.0", "120"], ["double(cost) > 100.0", "120.5"]]
JSON
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { evaluate } from '@marcbachmann/cel-js';

const outcome = (rule, cost) => {
  try {
    return String(evaluate(rule, { cost }));
  } catch {
    return 'error';
  }
};
const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(cases.map(([rule, cost]) => outcome(rule, JSON.parse(cost)))));
JS
node run.mjs > js.json
"$folder/venv/bin/python" - <<'PY'
import json
import sys

import celpy

environment = celpy.Environment()


def outcome(rule, cost):
    try:
        return str(environment.program(environment.compile(rule)).evaluate({"cost": celpy.json_to_cel(json.loads(cost))})).lower()
    except celpy.CELEvalError:
        return "error"


with open("cases.json") as file:
    cases = json.load(file)
with open("js.json") as file:
    other = json.load(file)
seen = [outcome(*case) for case in cases]
print("cel-python 0.5.0, cel-js 8.0.0")
for (rule, cost), python, js in zip(cases, seen, other):
    print("%s, with a cost of %s: Python %s, JavaScript %s" % (rule, cost, python, js))
expected = ["true", "true", "error", "true", "error", "error", "true", "true"]
sys.exit(0 if seen == expected and other == ["true"] * len(cases) else "this has changed")
PY
echo "as found: in Python a rule holds or fails by whether a number of the plan has decimals"
