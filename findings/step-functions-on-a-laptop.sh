#!/usr/bin/env bash
# Guess: an engine for the States Language that checks a definition against the schema (with asl-validator) runs what it takes as
#   Step Functions does.
# Seen: aws-local-stepfunctions 3.0.0 takes these definitions and gives other results. The text "5" is greater than the number 3 (in
#   the language a value of another type makes a comparison false). States.StringSplit splits at the whole of '.,' and not at each
#   of its characters. `States.ALL` may stand beside another error, which the language forbids.
# For us: local/step-functions/unsupported.ts refuses such definitions, so that nothing works only on a laptop.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" aws-local-stepfunctions@3.0.0 >/dev/null
cat > "$folder/look.mjs" <<'JS'
import { StateMachine } from 'aws-local-stepfunctions';

const result = async (definition, input) => new StateMachine(definition).run(input).result;
const pass = (Result) => ({ Type: 'Pass', Result, End: true });
const choosing = (rule) => ({
  StartAt: 'A',
  States: { A: { Type: 'Choice', Choices: [{ ...rule, Next: 'Yes' }], Default: 'No' }, Yes: pass('yes'), No: pass('no') },
});
const greater = await result(choosing({ Variable: '$.n', NumericGreaterThan: 3 }), { n: '5' });
console.log('"5" NumericGreaterThan 3:', greater);
const splitting = {
  StartAt: 'A',
  States: { A: { Type: 'Pass', Parameters: { 'parts.$': "States.StringSplit($.text, '.,')" }, End: true } },
};
const { parts } = await result(splitting, { text: 'a.b,c' });
console.log("States.StringSplit('a.b,c', '.,'):", JSON.stringify(parts));
const task = { Type: 'Task', Resource: 'arn:aws:lambda:eu-west-1:123456789012:function:f', End: true };
const retried = { StartAt: 'A', States: { A: { ...task, Retry: [{ ErrorEquals: ['States.Timeout', 'States.ALL'] }] } } };
let taken = true;
try {
  new StateMachine(retried);
} catch {
  taken = false;
}
console.log('States.ALL beside another error:', taken ? 'taken' : 'refused');
if (greater !== 'yes' || parts.length !== 1 || !taken) {
  console.error('this has changed');
  process.exit(1);
}
JS
node "$folder/look.mjs"
echo "as found: aws-local-stepfunctions 3.0.0 takes these definitions, and Step Functions would give other results"
