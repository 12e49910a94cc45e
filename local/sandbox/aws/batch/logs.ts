/** CloudWatch Logs: the output of jobs. */

import { type Actions, flag, required, text } from '../calls/call.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import { advanceJobs } from './progress.ts';

const group = '/aws/batch/job';
/** Lines in an answer: fewer than AWS gives, so that a reader has to turn the page. */
const pageSize = 500;

/** A token says from which line on, or up to which line. */
const partOf = (token: string, size: number): readonly [first: number, end: number] => {
  const at = Number(token.slice(2));
  return token.startsWith('f') ? [at, at + size] : [Math.max(0, at - size), at];
};

export const logActions: Actions = {
  GetLogEvents: {
    accepts: ['logGroupName', 'logStreamName', 'startFromHead', 'nextToken', 'limit'],
    handle: (call) => {
      const { world, place, now } = call;
      advanceJobs(world, place);
      world.saveJobs();
      const stream = required(call, 'logStreamName');
      const isKnown = Object.values(place.jobs ?? {}).some(({ attempts }) =>
        attempts.some((one) => one.logStream === stream),
      );
      const lines = required(call, 'logGroupName') === group && isKnown ? world.jobs.log(stream) : undefined;
      if (lines === undefined)
        throw new AwsRefusal('ResourceNotFoundException', 'The specified log stream does not exist.');
      const token = text(call, 'nextToken');
      const size = Number(text(call, 'limit') ?? pageSize);
      const [first, end] = partOf(token ?? (flag(call, 'startFromHead') ? 'f/0' : `b/${lines.length}`), size);
      const shown = lines.slice(first, end);
      return {
        events: shown.map((message) => ({ timestamp: now, message, ingestionTime: now })),
        nextForwardToken: `f/${first + shown.length}`,
        nextBackwardToken: `b/${first}`,
      };
    },
  },
};
