#!/usr/bin/env bash
# Guess: the JSON Schema that Valibot makes of its own schema describes what that schema takes: of `isoDateTime()` it makes the format `date-time`, so a
#   value that a form sends by that schema is valid, but for rare ones such as the 30th of February.
# Seen: no value is valid for both. Valibot's isoDateTime is a date and minutes without a zone (2026-01-01T08:00); `date-time` wants seconds and a zone. Its
#   isoTime is 08:00, and the format `time` wants 08:00:00Z. Whoever makes a client by the schema sends what the service refuses. isoTimestamp
#   is made the same format, and there common values are valid for both.
# For us: times in the API are isoTimestamp alone (src/http/schemas/parts.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" valibot@1.5.0 @valibot/to-json-schema@1.8.0 ajv@8.20.0 ajv-formats@3.0.1 >/dev/null
cat > look.mjs <<'JS'
import { toJsonSchema } from '@valibot/to-json-schema';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import * as v from 'valibot';

console.log('valibot 1.5.0, @valibot/to-json-schema 1.8.0, ajv 8.20.0, ajv-formats 3.0.1');
const ajv = formats.default(new Ajv({ strict: false }));
const values = ['2026-01-01T08:00', '2026-01-01T08:00:00', '2026-01-01T08:00Z', '2026-01-01T08:00:00Z', '08:00', '08:00:00', '08:00:00Z'];
const seen = [v.isoDateTime(), v.isoTime(), v.isoTimestamp()].map((rule) => {
  const schema = v.pipe(v.string(), rule);
  const json = toJsonSchema(schema);
  const takes = ajv.compile(json);
  const own = values.filter((value) => v.is(schema, value));
  const described = values.filter((value) => takes(value));
  const both = own.filter((value) => described.includes(value));
  console.log(`${rule.type}: takes ${own.join(', ')}; its schema (${json.format}) takes ${described.join(', ')}; both: ${both.join(', ') || 'none'}`);
  return own.length > 0 && described.length > 0 && both.length === 0;
});
if (seen.join() !== 'true,true,false') {
  console.error('this has changed');
  process.exit(1);
}
JS
node look.mjs
echo "as found: no value is valid for isoDateTime and for the schema that is made of it"
