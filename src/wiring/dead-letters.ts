/** The port of what the service could not handle. */

import { lambdaClient } from '../adapters/aws/lambda.ts';
import { sqsClient } from '../adapters/aws/sqs.ts';
import { deadLetters as lettersIn } from '../adapters/dead-letters/dead-letters.ts';
import { variable } from '../adapters/environment/environment.ts';
import { once } from './once.ts';
import { clock } from './system.ts';

export const deadLetters = once(() =>
  lettersIn({
    clock: clock(),
    sqs: sqsClient(),
    lambda: lambdaClient,
    urls: {
      files: variable('FILE_LETTERS', 'the URL of a queue'),
      events: variable('EVENT_LETTERS', 'the URL of a queue'),
    },
    filesUrl: variable('FILE_QUEUE', 'the URL of a queue'),
    functions: {
      executionEnded: process.env['EXECUTION_ENDED_FUNCTION'] ?? '',
      sweepWorkflows: process.env['SWEEP_WORKFLOWS_FUNCTION'] ?? '',
    },
  }),
);
