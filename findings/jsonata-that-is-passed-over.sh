#!/usr/bin/env bash
# Guess: an engine for the States Language that takes a definition with `QueryLanguage: JSONata` evaluates it, or says that it does not: its own
#   check (asl-validator) knows Output, Assign and Condition, and refuses what they may not hold.
# Seen: aws-local-stepfunctions 3.0.0 takes it and evaluates nothing of JSONata. A Pass state gives its input in place of its Output, the execution
#   succeeds, and nobody says a word. Assign is passed over too, so that the path of a variable points at nothing.
# For us: what the engine would run in another way is refused before it starts (local/step-functions/unsupported.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" aws-local-stepfunctions@3.0.0 >/dev/null
cat > look.mjs <<'JS'
import { StateMachine } from 'aws-local-stepfunctions';

const result = async (state) => JSON.stringify(await new StateMachine({ StartAt: 'A', States: { A: state } }).run({ a: 1 }).result);
const output = await result({ Type: 'Pass', QueryLanguage: 'JSONata', Output: { b: '{% $states.input.a + 1 %}' }, End: true });
console.log('Output {b: $states.input.a + 1} of {a: 1}:', output, '- in the language {"b":2}');
const assigned = JSON.stringify(
  await new StateMachine({
    StartAt: 'A',
    States: {
      A: { Type: 'Pass', Assign: { 'kept.$': '$.a' }, Next: 'B' },
      B: { Type: 'Pass', Parameters: { 'b.$': '$kept' }, End: true },
    },
  })
    .run({ a: 1 })
    .result.catch((error) => error.message),
);
console.log('a variable of Assign:', assigned, '- in the language {"b":1}');
if (output !== '{"a":1}' || assigned === '{"b":1}') {
  console.error('this has changed');
  process.exit(1);
}
JS
node look.mjs
echo "as found: aws-local-stepfunctions 3.0.0 takes JSONata and evaluates none of it"
