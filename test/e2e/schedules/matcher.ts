/** The matcher as a process of its own, which can be killed: it takes batches from its parent and answers them. */

import type { Context } from 'aws-lambda';
import { handler } from '../../../functions/events/file-created.ts';

/** what the log says of whom it speaks */
const context = { functionName: 'mortal-matcher', awsRequestId: '' } as Context;

interface Batch {
  readonly id: number;
  readonly event: unknown;
}

export type Said = 'ready' | { readonly id: number; readonly answer?: unknown; readonly failure?: string };

const say = (said: Said): void => void process.send?.(said);

process.on('message', async ({ id, event }: Batch) => {
  try {
    say({ id, answer: await handler(event, context) });
  } catch (error) {
    say({ id, failure: String(error) });
  }
});
process.once('disconnect', () => process.exit());
say('ready');
