/** The doctor of an installation that has providers of AWS Batch: docs/operations.md. */

import { expect, it } from 'vitest';
import { service } from './service.ts';

it('finds each provider of AWS Batch well', async () => {
  const answer = await fetch(`${service.urls().operators}/doctor`, { method: 'POST' });
  const { findings } = (await answer.json()) as { findings: readonly { subject: string; verdict: string }[] };
  const ofBatch = findings.filter(({ subject }) => subject.startsWith('provider sandbox-batch-'));
  expect(ofBatch.map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
});
