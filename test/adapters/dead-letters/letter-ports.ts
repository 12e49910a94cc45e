import type { LetterPorts } from '../../../src/adapters/dead-letters/dead-letters.ts';

/** Where letters are, for both forms of SQS. */
export const ports = {
  clock: { now: () => new Date(0) },
  urls: { files: 'letters', events: 'events' },
  filesUrl: 'files',
  functions: { executionEnded: 'ended', sweepWorkflows: 'sweep' },
} as const satisfies Omit<LetterPorts, 'sqs' | 'lambda'>;

export const region = 'eu-south-1';
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
