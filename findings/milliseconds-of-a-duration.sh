#!/usr/bin/env bash
# Guess: `duration("1500ms").getMilliseconds()` is one number in every engine of CEL, as getSeconds and getMinutes of a duration are: the whole of it
#   in that unit. A text of a day, `duration("1d")`, is an error in each, as h is the largest unit.
# Seen: @marcbachmann/cel-js 8.0.0 and cel-python 0.5.0 say 1500, and @bufbuild/cel 0.6.1 says 500: for it, milliseconds alone are what is left above
#   whole seconds, and 90 seconds are 1 minute and 90 seconds. cel-python takes `1d` for 24 hours.
# For us: what rules see has no durations; hours and money are numbers there (docs/policies.md).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @marcbachmann/cel-js@8.0.0 @bufbuild/cel@0.6.1 >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile cel-python==0.5.0
cat > look.mjs <<'JS'
import { run } from '@bufbuild/cel';
import { evaluate } from '@marcbachmann/cel-js';

const outcome = (work) => {
  try {
    const value = work();
    return ['bigint', 'boolean'].includes(typeof value) ? String(value) : 'error';
  } catch {
    return 'error';
  }
};
const asked = [
  'duration("1500ms").getMilliseconds()', 'duration("90s").getSeconds()', 'duration("90s").getMinutes()', 'duration("1d") == duration("24h")',
];
for (const one of asked) console.log([one, outcome(() => evaluate(one, {})), outcome(() => run(one, {}))].join('\t'));
JS
node look.mjs > seen.txt
"$folder/venv/bin/python" - <<'PY'
import sys

import celpy

environment = celpy.Environment()


def outcome(expression):
    try:
        value = environment.program(environment.compile(expression)).evaluate({})
        return str(bool(value)).lower() if isinstance(value, celpy.celtypes.BoolType) else str(int(value))
    except celpy.CELEvalError:
        return "error"


print("@marcbachmann/cel-js 8.0.0, @bufbuild/cel 0.6.1, cel-python 0.5.0")
seen = []
with open("seen.txt") as file:
    for line in file:
        expression, one, two = line.rstrip("\n").split("\t")
        seen.append((one, two, outcome(expression)))
        print(f"{expression}: cel-js {one}, bufbuild {two}, cel-python {seen[-1][2]}")
expected = [("1500", "500", "1500"), ("90", "90", "90"), ("1", "1", "1"), ("error", "error", "true")]
sys.exit(0 if seen == expected else "this has changed")
PY
echo "as found: the milliseconds of a duration are 1500 or 500"
