/** What a client waits for until its deployment is accepted: the calls of POST /deployments that wait for each other. */

import { acceptingOver } from '../test/support/accepting.ts';
import { startEngine } from '../test/support/engine.ts';
import type { Row } from './row.ts';
import { template } from './template.ts';

const requests = [
  { name: 'calls in sequence of POST /deployments', budget: 3, headers: {} },
  { name: 'the same with an Idempotency-Key', budget: 6, headers: { 'Idempotency-Key': 'once' } },
];

export const run = async function* (): AsyncIterable<Row> {
  const engine = await startEngine();
  const { post, calls } = acceptingOver(engine);
  try {
    for (const { name, budget, headers } of requests) {
      const { inSequence, atOnce, shown, ...all } = await calls.pathOf(async () => {
        const { statusCode, body } = await post({ template: template(10) }, headers);
        if (statusCode !== 201) throw new Error(`POST /deployments answered ${statusCode}: ${body}`);
      });
      yield { name, ratio: inSequence, budget, detail: `${all.calls} calls, at most ${atOnce} at once: ${shown}` };
    }
  } finally {
    await engine.stop();
  }
};
