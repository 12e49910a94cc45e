#!/usr/bin/env bash
# Guess: data of an event that the CloudEvents kit for Python sends comes out of the kit for JavaScript as it was, in both modes of HTTP: one
#   project makes both, and `application/json` says what a body is.
# Seen: in binary mode the number 5 comes as the text "5", and false is sent as `False`, which is no JSON; data of a type such as
#   `application/vnd.plan+json` stays a text. In structured mode what Python sends is right, and JavaScript loses 0 and false: no data at all.
# For us: events are sent structured, by code of our own, and their data is always a map (docs/events.md).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" cloudevents@10.0.0 >/dev/null
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check cloudevents==2.2.0
"$folder/venv/bin/python" - <<'PY'
import json

from cloudevents.core.bindings import http
from cloudevents.core.v1.event import CloudEvent

cases = [("application/json", {"failed": 0}), ("application/vnd.plan+json", {"failed": 0}), ("application/json", 5), ("application/json", 0), ("application/json", False)]
messages = []
for kind, data in cases:
    event = CloudEvent({"id": "1", "source": "/plans", "type": "plan.done", "specversion": "1.0", "datacontenttype": kind}, data)
    for mode, write in (("structured", http.to_structured_event), ("binary", http.to_binary_event)):
        sent = write(event)
        body = sent.body if isinstance(sent.body, str) else bytes(sent.body).decode()
        messages.append({"mode": mode, "kind": kind, "data": data, "headers": dict(sent.headers), "body": body})
with open("messages.json", "w") as file:
    json.dump(messages, file)
PY
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { HTTP } from 'cloudevents';

console.log('cloudevents of Python 2.2.0, of JavaScript 10.0.0');
const seen = [];
for (const { mode, kind, data, headers, body } of JSON.parse(readFileSync('messages.json', 'utf8'))) {
  const got = JSON.stringify(HTTP.toEvent({ headers, body }).data) ?? 'nothing';
  console.log(`${mode}, ${kind}: ${JSON.stringify(data)} comes as ${got}`);
  seen.push(got === JSON.stringify(data) ? 'same' : got);
}
const expected = ['same', 'same', 'same', '"{\\"failed\\": 0}"', 'same', '"5"', 'nothing', '"0"', 'nothing', '"False"'];
if (JSON.stringify(seen) !== JSON.stringify(expected)) {
  console.error('this has changed');
  process.exit(1);
}
JS
node run.mjs
echo "as found: data that is no map changes, or is lost, between the two kits"
