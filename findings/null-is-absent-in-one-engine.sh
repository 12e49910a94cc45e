#!/usr/bin/env bash
# Guess: in CEL, `has(node.price)` asks whether the member is there, and null is a value; every engine answers alike where the member is null. So a rule
#   keeps its meaning when the engine is changed.
# Seen: for @bufbuild/cel 0.6.1 a member that is null is absent; for @marcbachmann/cel-js 8.0.0 and cel-python 0.5.0 (and cel-go 0.32.0)
#   it is there. `!has(node.price) || node.price < 5` holds in the one, and is an error in the others.
# For us: a member that is not known is left out of what rules see, and never null (docs/policies.md): so `has` means the same in each engine.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @marcbachmann/cel-js@8.0.0 @bufbuild/cel@0.6.1 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile cel-python==0.5.0
cat > look.mjs <<'JS'
import { run } from '@bufbuild/cel';
import { evaluate } from '@marcbachmann/cel-js';

const node = { price: null };
const outcome = (work) => {
  try {
    const value = work();
    return typeof value === 'boolean' ? String(value) : 'error';
  } catch {
    return 'error';
  }
};
for (const rule of ['has(node.price)', 'has(node.zone)', '!has(node.price) || node.price < 5'])
  console.log([rule, outcome(() => evaluate(rule, { node })), outcome(() => run(rule, { node }))].join('\t'));
JS
node look.mjs > seen.txt
"$folder/venv/bin/python" - <<'PY'
import sys

import celpy

environment = celpy.Environment()
node = celpy.json_to_cel({"node": {"price": None}})


def outcome(rule):
    try:
        return str(bool(environment.program(environment.compile(rule)).evaluate(node))).lower()
    except celpy.CELEvalError:
        return "error"


print("@marcbachmann/cel-js 8.0.0, @bufbuild/cel 0.6.1, cel-python 0.5.0; node.price is null")
seen = []
with open("seen.txt") as file:
    for line in file:
        rule, one, two = line.rstrip("\n").split("\t")
        seen.append((one, two, outcome(rule)))
        print(f"{rule}: cel-js {one}, bufbuild {two}, cel-python {seen[-1][2]}")
expected = [("true", "false", "true"), ("false", "false", "false"), ("error", "true", "error")]
sys.exit(0 if seen == expected else "this has changed")
PY
echo "as found: one engine of three says that null is absent"
